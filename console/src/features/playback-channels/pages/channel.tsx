import type { PageQuery } from '../../../base/lazy-query.ts';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { HistoryButton } from '../../../ui/history-link.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Link } from '../../../ui/link.tsx';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { PageHead, PageTitle } from '../../../ui/page-head.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { ChannelSettings } from '../components/channel-settings.tsx';
import { DomainsCard } from '../components/domains-card.tsx';
import { ProtectionCard } from '../components/protection-card.tsx';
import { useRuleWords } from '../components/rule-words.ts';
import { SignedUrlCard } from '../components/signed-url-card.tsx';
import { WebsitesCard } from '../components/websites-card.tsx';
import { changes, channelQuery, refreshChannels, showChannel } from '../data.ts';
import { getReachKind, getWebsites } from '../rules.ts';
import classes from '../components/channels.module.css';

export const pageQuery: PageQuery = ({ scope, params: { channelId = '' } }) =>
  channelQuery(scope, channelId);

export function ChannelPage() {
  const t = useTranslations('playbackChannels');
  const { namespace } = useTeam();
  const scope = useTeamScope();
  const channel = useQuery(channelQuery(scope, useRouteParam('channelId')));
  const list = { label: t('title'), to: paths.playbackChannels(namespace) };
  return (
    <LoadedPage
      query={channel}
      item={t('item')}
      list={{ ...list, back: t('backToList') }}
      skeleton={<TableSkeleton rows={4} />}
    >
      {(found) => (
        <>
          <PageHead
            title={found.name}
            heading={<Name channel={found} />}
            crumbs={[list]}
            facts={<Reach channel={found} />}
            actions={<HistoryButton type="playbackChannel" id={found.id} />}
          />
          <FormPage aside={<ProjectsCard channel={found} />} asideLabel={t('projects.title')}>
            <DomainsCard channel={found} />
            <ChannelSettings channel={found}>
              {(form) => (
                <>
                  <WebsitesCard form={form} />
                  <SignedUrlCard channel={found} form={form} />
                  <ProtectionCard channel={found} form={form} />
                </>
              )}
            </ChannelSettings>
            <DeleteCard channel={found} />
          </FormPage>
        </>
      )}
    </LoadedPage>
  );
}

/** Says in sentences who may watch here: by website and signature, and by country. */
function Reach({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels');
  const format = useFormat();
  const words = useRuleWords();
  const rules = [...new Set(channel.geoblockRules.map((rule) => words(`“${rule.name}”`, rule)))];
  return (
    <>
      <p>{t(`reach.${getReachKind(channel)}`, { count: getWebsites(channel).length })}</p>
      <p>{t('countries', { count: rules.length, rules: format.list(rules) })}</p>
    </>
  );
}

function Name({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (name: string) => changes(scope, channel.id).rename(name.trim()),
    item: t('item'),
    done: t('renamed'),
    onDone: (changed) => showChannel(queryClient, scope, changed),
  });
  return (
    <InlineEdit
      value={channel.name}
      label={t('fields.name')}
      editLabel={t('rename')}
      onSave={(name) => save.mutateAsync(name)}
      error={toFieldErrors(save.error)['name'] && t('problems.name')}
      min={1}
      max={63}
    >
      <PageTitle>{channel.name}</PageTitle>
    </InlineEdit>
  );
}

function ProjectsCard({ channel: { id, projects } }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.projects');
  const ui = useTranslations('ui');
  const { namespace } = useTeam();
  return (
    <Card
      title={t('title')}
      note={projects.length === 0 ? t('none') : t('note')}
      actions={
        <Button
          variant={projects.length === 0 ? 'filled' : 'default'}
          component={Link}
          to={paths.projectUse(namespace)}
          search={{ channel: id }}
        >
          {ui('useInProject')}
        </Button>
      }
    >
      {projects.length > 0 && (
        <ul className={classes.list}>
          {projects.map(({ key, name }) => (
            <li key={key} className={classes.row}>
              <Link to={paths.project(namespace, key)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DeleteCard({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.delete');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<PlaybackChannel>();
  const fixed = channel.isDefault
    ? t('isDefault')
    : channel.projects.length > 0
      ? t('inUse')
      : undefined;
  return (
    <Card title={t('heading')} note={fixed ?? t('note')}>
      <Button
        disabled={fixed !== undefined}
        variant="light"
        color="red"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={() => setAsked(channel)}
      >
        {t('button')}
      </Button>
      <RemoveDialog
        thing={asked}
        onClose={() => setAsked(undefined)}
        run={({ id }) => changes(scope, id).delete()}
        done={t('done')}
        onDone={async () => {
          await navigate({ to: paths.playbackChannels(scope.teamName) });
          await refreshChannels(queryClient, scope);
        }}
        title={t('title', { name: channel.name })}
        button={t('button')}
      >
        <p>{t('text')}</p>
      </RemoveDialog>
    </Card>
  );
}
