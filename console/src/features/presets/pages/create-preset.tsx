import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { getLang } from '../../../base/i18n/language.ts';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { CreatePreset } from '../components/create-preset.tsx';
import { FormSkeleton } from '../components/form-skeleton.tsx';
import { offerQuery, presetQuery } from '../data.ts';
import { readCreateSearch } from '../rules/access.ts';

export const pageQuery: PageQuery = ({ scope }) => offerQuery(scope, getLang());

export function CreatePresetPage() {
  const t = useTranslations('presets');
  const { namespace } = useTeam();
  const [{ from }] = useSearchParams(readCreateSearch);
  const list = paths.presets(namespace);
  return (
    <>
      <PageHead
        title={from === undefined ? t('create.title') : t('create.copyTitle')}
        crumbs={[{ label: t('title'), to: list }]}
      />
      <Create from={from} />
    </>
  );
}

function Create({ from }: { from: string | undefined }) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const offer = useQuery(offerQuery(scope, useLocale()));
  const source = useQuery({ ...presetQuery(scope, from ?? ''), enabled: from !== undefined });
  const home = { label: t('create.backToList'), to: paths.presets(scope.teamName) };
  return (
    <Loaded query={offer} skeleton={<FormSkeleton />} item={t('item')} home={home}>
      {(offered) =>
        from === undefined ? (
          <CreatePreset offer={offered} source={undefined} />
        ) : (
          <Loaded query={source} skeleton={<FormSkeleton />} item={t('item')} home={home}>
            {(preset) => <CreatePreset key={preset.id} offer={offered} source={preset} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}
