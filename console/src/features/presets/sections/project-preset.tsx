import type { Preset } from '@kinora/contract/presets';
import type { Project } from '@kinora/contract/projects';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { PresetBadges } from '../components/preset-badges.tsx';
import { usePresetLines } from '../components/preset-words.ts';
import { presetsQuery, refreshPresets } from '../data.ts';
import { MODEL_LABELS } from '../rules/models.ts';
import { ChoiceSection } from '../../../ui/project/choice-section.tsx';
import classes from '../../../ui/project/section.module.css';

/** The project's default preset in plain words, and the way to another. `#preset` leads here. */
export function PresetSection({ project }: { project: Project }) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const presets = useQuery(presetsQuery(scope));
  const preset = presets.data?.data.find(({ id }) => id === project.presetId);
  return (
    <ChoiceSection
      project={project}
      hash="preset"
      field="presetId"
      words={{
        title: t('project.title'),
        note: t('project.note'),
        change: t('project.change'),
        dialogTitle: t('project.dialogTitle'),
        dialogNote: t('project.dialogNote'),
        label: t('project.label'),
        saved: t('project.saved'),
        settings: t('project.settings'),
      }}
      item={t('item')}
      query={presetsQuery(scope)}
      toChoices={useChoices()}
      refresh={() => refreshPresets(queryClient, scope)}
      settingsAt={paths.preset(scope.teamName, project.presetId)}
      name={
        <>
          <span>{preset?.name ?? project.preset.name}</span>
          {preset && <PresetBadges preset={{ ...preset, isInUse: false }} />}
        </>
      }
      about={preset ? <Makes preset={preset} /> : presets.isPending && <Bones />}
    />
  );
}

function useChoices() {
  const t = useTranslations('presets');
  const lines = usePresetLines();
  return (presets: Preset[]) =>
    presets.map((preset) => ({
      value: preset.id,
      title: preset.name,
      tag: preset.isSystem ? t('badges.system') : undefined,
      text: [MODEL_LABELS[preset.vodDeliveryModel], ...lines(preset)].map((line) => (
        <span key={line}>{line}</span>
      )),
    }));
}

function Makes({ preset }: { preset: Preset }) {
  const lines = usePresetLines();
  return (
    <ul className={classes.lines}>
      {lines(preset).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Bones() {
  return (
    <Loading>
      <div className={classes.lines}>
        <Skeleton width="52%" />
        <Skeleton width="34%" />
      </div>
    </Loading>
  );
}
