import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { channelsQuery } from '../data.ts';
import classes from './channels.module.css';

type OfChannel = ComponentType<{ channel: PlaybackChannel }>;

type Looks = {
  /** Above how each channel keeps to what the page is about. */
  header: string;
  State: OfChannel;
  /** Managers have it beside the link to the channel. */
  isShownToManagers?: boolean;
};

type Props = Looks & {
  label: string;
  viewTitle: (channel: PlaybackChannel) => string;
  View: OfChannel;
};

/** The channels of the team under one aspect, to edit for managers and to view for others. */
export function PolicyList({ label, viewTitle, View, ...looks }: Props) {
  const t = useTranslations('playbackChannels');
  const channels = useQuery(channelsQuery(useTeamScope()));
  const [viewed, setViewed] = useState<PlaybackChannel>();
  const [isOpen, setOpen] = useState(false);
  const columns = useColumns(looks, (channel) => {
    setViewed(channel);
    setOpen(true);
  });
  return (
    <>
      <Loaded query={channels} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => (
          <DataTable label={label} columns={columns} rows={data} rowKey={({ id }) => id} />
        )}
      </Loaded>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={viewed === undefined ? '' : viewTitle(viewed)}
      >
        {viewed !== undefined && <View channel={viewed} />}
      </Dialog>
    </>
  );
}

function useColumns(
  { header, State, isShownToManagers = false }: Looks,
  onView: (channel: PlaybackChannel) => void,
): Column<PlaybackChannel>[] {
  const t = useTranslations('playbackChannels');
  const { namespace, role } = useTeam();
  const isManager = mayManageTeam(role);
  return [
    {
      key: 'name',
      header: t('list.name'),
      phone: 'lead',
      cell: ({ name, isDefault }) => (
        <NameCell name={name}>
          {isDefault && <StatusPill tone="info">{t('isDefault')}</StatusPill>}
        </NameCell>
      ),
    },
    { key: 'state', header, cell: (channel) => <State channel={channel} /> },
    {
      key: 'open',
      header: t('policies.actions'),
      phone: 'plain',
      width: '200px',
      cell: (channel) => (
        <span className={classes.buttons}>
          {(!isManager || isShownToManagers) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('policies.viewOf', { name: channel.name })}
              onClick={() => onView(channel)}
            >
              {t('policies.view')}
            </Button>
          )}
          {isManager && (
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={paths.playbackChannel(namespace, channel.id)}
              aria-label={t('policies.editOf', { name: channel.name })}
            >
              {t('policies.edit')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
