import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { keysQuery } from '../../url-signing-keys/data.ts';
import { ChannelSettings } from '../components/channel-settings.tsx';
import { Failure } from '../components/failure.tsx';
import { SignedUrlCard } from '../components/signed-url-card.tsx';
import { useChannelChange } from '../components/use-channel-change.ts';
import { channelQuery, channelsQuery } from '../data.ts';
import { getReachKind, getWebsites } from '../rules.ts';
import classes from '../components/channels.module.css';

const readKey = ({ key }: Record<string, unknown>) => ({
  keyId: typeof key === 'string' ? key : '',
});

/** Where a new signing key goes next: to a channel, and to requiring signatures there. */
export function UseKeyPage() {
  const t = useTranslations('playbackChannels.useKey');
  const scope = useTeamScope();
  const [{ keyId }] = useSearchParams(readKey);
  const keys = useQuery(keysQuery(scope, { q: keyId, page: 1 }));
  const back = { to: paths.urlSigningKeys(scope.teamName), label: t('back') };
  const found = keys.data?.data.find((one) => one.keyId === keyId);
  return (
    <>
      <PageHead title={t('title', { keyId })} crumbs={[back]} facts={t('lead')} />
      <Loaded query={keys} skeleton={<TableSkeleton rows={2} />} item={t('item')}>
        {() =>
          found ? <UseKey signingKey={found} /> : <MissingItem item={t('item')} back={back} />
        }
      </Loaded>
    </>
  );
}

function UseKey({ signingKey }: { signingKey: UrlSigningKey }) {
  const t = useTranslations('playbackChannels');
  const scope = useTeamScope();
  const channels = useQuery(channelsQuery(scope)).data?.data ?? [];
  const [id, setId] = useState<string>();
  const chosen = channels.find((one) => one.id === id);
  return (
    <FormPage>
      <Card>
        <div className={classes.fields}>
          <Select
            label={t('useKey.channel')}
            placeholder={t('useKey.choose')}
            searchable
            choices={channels.map((one) => ({
              value: one.id,
              label: one.name,
              note: t(`reach.${getReachKind(one)}`, { count: getWebsites(one).length }),
            }))}
            value={id ?? null}
            onChange={setId}
          />
          {chosen && <AddKey channel={chosen} signingKey={signingKey} />}
        </div>
      </Card>
      {chosen && hasKey(chosen, signingKey) && <Rules key={chosen.id} id={chosen.id} />}
    </FormPage>
  );
}

const hasKey = ({ signedUrl }: PlaybackChannel, { id }: UrlSigningKey) =>
  signedUrl.urlSigningKeyIds.includes(id);

type Props = { channel: PlaybackChannel; signingKey: UrlSigningKey };

function AddKey({ channel, signingKey }: Props) {
  const t = useTranslations('playbackChannels');
  const add = useChannelChange(
    channel,
    (make, keyId: string) => make.addKey(keyId),
    t('signed.keyAdded'),
  );
  if (hasKey(channel, signingKey)) return null;
  return (
    <>
      <div className={classes.buttons}>
        <Button loading={add.isPending} onClick={() => add.mutate(signingKey.id)}>
          {t('useKey.add', { name: channel.name })}
        </Button>
      </div>
      <Failure error={add.error} />
    </>
  );
}

/** The channel itself is asked for: its changes show there first. */
function Rules({ id }: { id: string }) {
  const channel = useQuery(channelQuery(useTeamScope(), id)).data;
  return (
    channel && (
      <ChannelSettings channel={channel}>
        {(form) => <SignedUrlCard channel={channel} form={form} />}
      </ChannelSettings>
    )
  );
}
