import type { PageQuery } from '../../../base/lazy-query.ts';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { CreateChannel } from '../components/create-channel.tsx';
import { useRuleWords } from '../components/rule-words.ts';
import { channelsQuery } from '../data.ts';
import { getWebsites } from '../rules.ts';
import classes from '../components/channels.module.css';

export const pageQuery: PageQuery = ({ scope }) => channelsQuery(scope);

export function ChannelsPage() {
  const t = useTranslations('playbackChannels');
  const channels = useQuery(channelsQuery(useTeamScope()));
  const [creating, setCreating] = useState(false);
  const columns = useColumns();
  return (
    <>
      <ListPage
        query={channels}
        title={t('title')}
        lead={t('lead')}
        guide="who-may-watch"
        create={{ label: t('create.button'), onClick: () => setCreating(true) }}
        item={t('item')}
      >
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={[...rows]}
            rowKey={({ id }) => id}
          />
        )}
      </ListPage>
      <CreateChannel opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function useColumns(): Column<PlaybackChannel>[] {
  const t = useTranslations('playbackChannels');
  const { namespace } = useTeam();
  const words = useRuleWords();
  return [
    {
      key: 'name',
      header: t('list.name'),
      phone: 'lead',
      width: '24%',
      cell: (channel) => (
        <NameCell name={channel.name} to={paths.playbackChannel(namespace, channel.id)}>
          {channel.isDefault && <StatusPill tone="info">{t('isDefault')}</StatusPill>}
        </NameCell>
      ),
    },
    {
      key: 'domains',
      header: t('list.domains'),
      phone: 'plain',
      cell: ({ defaultPlaybackDomain, playbackDomains: [own, ...others] }) => (
        <span className={classes.second} translate="no">
          {own === undefined
            ? defaultPlaybackDomain
            : others.length === 0
              ? own
              : t('list.andMore', { domain: own, count: others.length })}
        </span>
      ),
    },
    {
      key: 'websites',
      header: t('list.websites'),
      cell: (channel) =>
        t(`list.policy.${channel.accessControlPolicy.policy}`, {
          count: getWebsites(channel).length,
        }),
    },
    {
      key: 'signed',
      header: t('list.signed'),
      width: '150px',
      cell: ({ signedUrl }) => (
        <StatusPill tone={signedUrl.required ? 'success' : 'neutral'}>
          {t(signedUrl.required ? 'list.on' : 'list.off')}
        </StatusPill>
      ),
    },
    {
      key: 'countries',
      header: t('list.countries'),
      wide: true,
      cell: ({ geoblockRules }) => (
        <div className={classes.second}>
          {geoblockRules.length === 0
            ? t('list.noProjects')
            : geoblockRules.map((rule) => <div key={rule.id}>{words(rule.name, rule)}</div>)}
        </div>
      ),
    },
  ];
}
