import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EditPreset } from '../components/edit-preset.tsx';
import { FormSkeleton } from '../components/form-skeleton.tsx';
import { PresetFacts } from '../components/preset-facts.tsx';
import { PresetHead } from '../components/preset-head.tsx';
import classes from '../components/preset-facts.module.css';
import { presetQuery } from '../data.ts';
import { findFixedReason } from '../rules/access.ts';

export const pageQuery: PageQuery = ({ scope, params: { presetId = '' } }) =>
  presetQuery(scope, presetId);

export function PresetPage() {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const preset = useQuery(presetQuery(scope, useRouteParam('presetId')));
  const list = { label: t('title'), to: paths.presets(scope.teamName) };
  const head = <PageHead title={t('item')} crumbs={[list]} />;
  if (preset.data === undefined) {
    return (
      <>
        {head}
        <Loaded
          query={preset}
          skeleton={<FormSkeleton />}
          item={t('item')}
          home={{ ...list, label: t('create.backToList') }}
        >
          {() => null}
        </Loaded>
      </>
    );
  }
  const fixed = findFixedReason(preset.data);
  return (
    <>
      <PresetHead preset={preset.data} />
      {fixed === undefined ? (
        <EditPreset key={preset.data.id} preset={preset.data} />
      ) : (
        <div className={classes.stack}>
          <Note tone="info" title={t(`fixed.${fixed}.title`)}>
            {t(`fixed.${fixed}.text`)}
          </Note>
          <PresetFacts preset={preset.data} />
        </div>
      )}
    </>
  );
}
