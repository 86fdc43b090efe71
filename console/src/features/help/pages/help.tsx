import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { getLang } from '../../../base/i18n/language.ts';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { GuideList } from '../components/guide-list.tsx';
import { guidesQuery } from '../data/guides.ts';

export const pageQuery: PageQuery = () => guidesQuery(getLang());

export function HelpPage() {
  const t = useTranslations('help');
  const guides = useQuery(guidesQuery(useLocale()));
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} />
      <Loaded query={guides} skeleton={<TableSkeleton rows={7} />} item={t('item')}>
        {(all) => (
          <FormPage>
            <GuideList guides={all} withLeads />
          </FormPage>
        )}
      </Loaded>
    </>
  );
}
