import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { getLang } from '../../../base/i18n/language.ts';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useHash, useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { GuideBlocks } from '../components/guide-blocks.tsx';
import { GuideList } from '../components/guide-list.tsx';
import classes from '../components/help.module.css';
import { guidesQuery } from '../data/guides.ts';
import type { Guide } from '../rules/guide.ts';

export const pageQuery: PageQuery = () => guidesQuery(getLang());

export function GuidePage() {
  const t = useTranslations('help');
  const { teamName } = useTeamScope();
  const name = useRouteParam('guide');
  const guides = useQuery(guidesQuery(useLocale()));
  const guide = guides.data?.find((one) => one.name === name);
  const home = { label: t('title'), to: paths.help(teamName) };
  return (
    <>
      <PageHead
        title={guide?.title ?? t('title')}
        facts={guide?.lead}
        {...(guide && { crumbs: [home] })}
      />
      <Loaded query={guides} skeleton={<TableSkeleton rows={7} />} item={t('item')}>
        {(all) =>
          guide === undefined ? (
            <MissingItem item={t('item')} back={{ ...home, label: t('back') }} />
          ) : (
            <FormPage
              asideLabel={t('guides')}
              aside={<GuideList guides={all} current={guide} />}
              isSticky
            >
              <Article key={guide.name} guide={guide} />
            </FormPage>
          )
        }
      </Loaded>
    </>
  );
}

function Article({ guide }: { guide: Guide }) {
  const hash = useHash();
  useEffect(() => {
    // The text may come later than the page, which was scrolled to nothing then.
    if (hash !== '' && scrollY === 0) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <Card>
      <article className={classes.article}>
        <GuideBlocks blocks={guide.blocks} pictures={guide.pictures} />
      </article>
    </Card>
  );
}
