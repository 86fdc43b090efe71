import type { Project } from '@kinora/contract/projects';
import { IconStar, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { channelsQuery } from '../data.ts';
import { findDefaultModel } from '../rules.ts';
import { addChannels, removeChannel } from '../data.ts';
import { AddChannels } from '../components/project/add-channels.tsx';
import { MakePrimary } from '../components/project/make-primary.tsx';
import { Section } from '../../../ui/project/section.tsx';
import { useKeepProject } from '../../../base/project.ts';
import classes from '../../../ui/project/section.module.css';

type Channel = Project['playbackChannels'][number];

/** The channels that the project's videos play on, the primary one first. `#playback` leads here. */
export function ChannelsSection({ project }: { project: Project }) {
  const t = useTranslations('playbackChannels.project');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Channel>();
  const [chosen, setChosen] = useState<Channel>();
  const keep = useKeepProject();
  const actions = useActions(project, { onChoose: setChosen, onRemove: setRemoving });
  const channels = useQuery(channelsQuery(scope)).data?.data ?? [];
  const model = findDefaultModel(channels, project);
  const host = channels.find(({ id }) => id === removing?.id)?.defaultPlaybackDomain;
  const columns = useColumns(project);
  return (
    <>
      <Section
        project={project}
        hash="playback"
        title={t('title')}
        note={t('note')}
        changeLabel={t('add')}
        onChange={() => setAdding(true)}
      >
        <DataTable
          label={t('title')}
          columns={columns}
          rows={project.playbackChannels}
          rowKey={({ id }) => id}
          {...(project.actions.updateProject && { actions })}
          actionsLabel={({ name }) => ui('actionsOf', { name })}
        />
        {model !== 'none' && <p className={classes.link}>{t('protection', { model })}</p>}
      </Section>
      <AddChannels project={project} opened={adding} onClose={() => setAdding(false)} />
      <RemoveDialog
        thing={removing}
        onClose={() => setRemoving(undefined)}
        run={async ({ id }) => keep(await removeChannel(scope, project.key, id))}
        done={t('removed')}
        undo={async ({ id }) => keep(await addChannels(scope, project.key, [id]))}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        button={t('removeButton')}
        item={t('item')}
      >
        <p>{t('removeText', { count: project.videoCount, host: host ?? removing?.name ?? '' })}</p>
      </RemoveDialog>
      <MakePrimary
        project={project}
        channels={channels}
        chosen={chosen}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
}

function useColumns({ primaryPlaybackChannelId }: Project): Column<Channel>[] {
  const t = useTranslations('playbackChannels.project');
  const { namespace, role } = useTeam();
  return [
    {
      key: 'name',
      header: t('item'),
      phone: 'lead',
      cell: ({ id, name }) => (
        <NameCell
          name={name}
          to={mayManageTeam(role) ? paths.playbackChannel(namespace, id) : undefined}
        >
          {id === primaryPlaybackChannelId && <StatusPill tone="info">{t('primary')}</StatusPill>}
        </NameCell>
      ),
    },
  ];
}

function useActions(
  project: Project,
  { onChoose, onRemove }: { [name in 'onChoose' | 'onRemove']: (channel: Channel) => void },
): (channel: Channel) => RowAction[] {
  const t = useTranslations('playbackChannels.project');
  return (channel) => {
    const isPrimary = channel.id === project.primaryPlaybackChannelId;
    return [
      {
        label: t('makePrimary'),
        icon: IconStar,
        ...(isPrimary && { disabledReason: t('isPrimary') }),
        onSelect: () => onChoose(channel),
      },
      {
        label: t('remove'),
        icon: IconTrash,
        danger: true,
        ...(isPrimary && { disabledReason: t('cantRemove') }),
        onSelect: () => onRemove(channel),
      },
    ];
  };
}
