import type { PageQuery } from '../../../base/lazy-query.ts';
import type { Preset } from '@kinora/contract/presets';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Note } from '../../../ui/note.tsx';
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
  return (
    <LoadedPage
      query={preset}
      item={t('item')}
      list={{ ...list, back: t('create.backToList') }}
      skeleton={<FormSkeleton />}
    >
      {(found) => <Content preset={found} />}
    </LoadedPage>
  );
}

function Content({ preset }: { preset: Preset }) {
  const t = useTranslations('presets');
  const fixed = findFixedReason(preset);
  return (
    <>
      <PresetHead preset={preset} />
      {fixed === undefined ? (
        <EditPreset key={preset.id} preset={preset} />
      ) : (
        <div className={classes.stack}>
          <Note tone="info" title={t(`fixed.${fixed}.title`)}>
            {t(`fixed.${fixed}.text`)}
          </Note>
          <PresetFacts preset={preset} />
        </div>
      )}
    </>
  );
}
