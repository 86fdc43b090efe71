import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { type TeamScope, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import dialog from '../../../ui/dialog.module.css';
import { FormEnd } from '../../../ui/form/form-bar.tsx';
import { Note } from '../../../ui/note.tsx';
import { ChannelEffects } from '../../playback-channels/components/channel-effects.tsx';
import { channelsQuery } from '../../playback-channels/data.ts';
import { addChannels, removeChannel } from '../../playback-channels/data.ts';
import { updateProject } from '../../../base/project.ts';
import { isUsedBy, type Use } from '../rules/use-in-project.ts';
import { StillUnsigned } from '../../playback-channels/components/access/still-unsigned.tsx';
import { ProjectPicker } from './project-picker.tsx';
import { useKeepProject } from '../../../base/project.ts';

/** Chooses the project that is to use a thing, and shows the effects there. */
export function UseForm({ use, name }: { use: Use; name: string }) {
  const t = useTranslations('projects.use');
  const [chosen, choose] = useState<Project>();
  const save = useUse(use, name);
  return (
    <form
      className={dialog.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined && !save.isPending) save.mutate(chosen);
      }}
    >
      <ProjectPicker
        mode="choose"
        words={{
          search: t('search'),
          label: t('label'),
          none: t('none'),
          noResults: (q) => t('noResults', { q }),
        }}
        isOpen={(project) => project.actions.updateProject && !isUsedBy(project, use)}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen && <Effects use={use} project={chosen} />}
      <FormEnd>
        <Button type="submit" loading={save.isPending} disabled={chosen === undefined}>
          {t('button')}
        </Button>
      </FormEnd>
    </form>
  );
}

/** Says how many videos a choice affects, and who may watch them afterwards. */
function Effects({ use: { kind, id }, project }: { use: Use; project: Project }) {
  const t = useTranslations('projects.use.effects');
  const channels = useQuery({ ...channelsQuery(useTeamScope()), enabled: kind === 'channel' });
  const find = (wanted: string) => channels.data?.data.find((one) => one.id === wanted);
  const channel = find(id);
  return (
    <>
      <Note tone="info">
        <p>{t(kind, { count: project.videoCount })}</p>
      </Note>
      {channel && <ChannelEffects from={find(project.primaryPlaybackChannelId)} to={channel} />}
      {channel && (
        <StillUnsigned project={project} channels={channels.data?.data ?? []} added={channel} />
      )}
    </>
  );
}

const FIELDS = { player: 'playerId', rule: 'geoblockRuleId' } as const;

function setUse(scope: TeamScope, { key }: Project, { kind, id }: Use): Promise<Project> {
  if (kind === 'channel') return addChannels(scope, key, [id]);
  return updateProject(scope, key, { [FIELDS[kind]]: id });
}

function undoUse(scope: TeamScope, before: Project, { kind, id }: Use): Promise<Project> {
  if (kind === 'channel') return removeChannel(scope, before.key, id);
  return updateProject(scope, before.key, { [FIELDS[kind]]: before[FIELDS[kind]] });
}

function useUse(use: Use, name: string) {
  const t = useTranslations('projects.use');
  const item = useTranslations('projects')('item');
  const scope = useTeamScope();
  const keep = useKeepProject();
  return useSave({
    run: (project: Project) => setUse(scope, project, use),
    undo: async (before) => keep(await undoUse(scope, before, use)),
    item,
    done: (project) => t('done', { name, project: project.name }),
    onDone: async (project) => {
      const page = use.kind === 'player' ? paths.projectSettings : paths.projectDefaults;
      await navigate({ to: page(scope.teamName, project.key) });
      await keep(project);
    },
  });
}
