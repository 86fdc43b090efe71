import type { Preset } from '@kinora/contract/presets';
import type { Project } from '@kinora/contract/projects';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { PresetBadges } from '../components/preset-badges.tsx';
import { usePresetLines } from '../components/preset-words.ts';
import { presetsQuery, refreshPresets } from '../data.ts';
import { MODEL_LABELS } from '../rules/models.ts';
import { ChangeChoice } from '../../../ui/project/change-choice.tsx';
import { Section } from '../../../ui/project/section.tsx';
import classes from '../../../ui/project/section.module.css';

/** The project's default preset in plain words, and the way to another. `#preset` leads here. */
export function PresetSection({ project }: { project: Project }) {
  const t = useTranslations('presets');
  const { namespace, role } = useTeam();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const presets = useQuery(presetsQuery(scope));
  const preset = presets.data?.data.find(({ id }) => id === project.presetId);
  const [changing, setChanging] = useState(false);
  const toChoices = useChoices();
  return (
    <>
      <Section
        project={project}
        hash="preset"
        title={t('project.title')}
        note={t('project.note')}
        changeLabel={t('project.change')}
        onChange={() => setChanging(true)}
      >
        <div className={classes.name}>
          <span>{preset?.name ?? project.preset.name}</span>
          {preset && <PresetBadges preset={{ ...preset, isInUse: false }} />}
        </div>
        {preset ? <Makes preset={preset} /> : presets.isPending && <Bones />}
        {mayManageTeam(role) && (
          <p className={classes.link}>
            <Link to={paths.preset(namespace, project.presetId)}>{t('project.settings')}</Link>
          </p>
        )}
      </Section>
      <ChangeChoice
        project={project}
        opened={changing}
        onClose={() => setChanging(false)}
        field="presetId"
        words={{
          title: t('project.dialogTitle'),
          note: t('project.dialogNote'),
          label: t('project.label'),
          saved: t('project.saved'),
        }}
        item={t('item')}
        query={presets}
        toChoices={toChoices}
        refresh={() => refreshPresets(queryClient, scope)}
      />
    </>
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
