import { MAX_DOMAINS } from '@kinora/contract/bounds';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { changes } from '../data.ts';
import { splitDomains } from '../rules.ts';
import { Failure } from './failure.tsx';
import { useChannelChange } from './use-channel-change.ts';
import classes from './channels.module.css';

type Props = { channel: PlaybackChannel };

/** The domain that every channel has, and the team's own. */
export function DomainsCard({ channel }: Props) {
  const t = useTranslations('playbackChannels.domains');
  const [removing, setRemoving] = useState<string>();
  const { defaultPlaybackDomain, playbackDomains } = channel;
  const host = toHostname(channel);
  const remove = useChannelChange(
    channel,
    (make, domain: string) => make.removeDomain(domain),
    t('removed'),
  );
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        <CopyField label={t('default')} value={defaultPlaybackDomain} copyLabel={t('copy')} />
        {playbackDomains.length > 0 && (
          <ul className={classes.list} aria-label={t('own')}>
            {playbackDomains.map((domain) => (
              <OwnDomain
                key={domain}
                {...{ channel, domain }}
                onRemove={() => setRemoving(domain)}
              />
            ))}
          </ul>
        )}
        {playbackDomains.length < MAX_DOMAINS && <AddDomains channel={channel} />}
        <p className={classes.hint}>{t('howTo', { host })}</p>
      </div>
      <RemoveDialog
        thing={removing}
        onClose={() => setRemoving(undefined)}
        run={(domain) => remove.mutateAsync(domain)}
        title={t('remove.title', { domain: removing ?? '' })}
        button={t('remove.button')}
      >
        <p>{t('remove.text')}</p>
      </RemoveDialog>
    </Card>
  );
}

/** A record of DNS has no port. */
const toHostname = ({ defaultPlaybackDomain }: PlaybackChannel) =>
  defaultPlaybackDomain.replace(/:[0-9]+$/, '');

/** Another record of DNS may help where a check ended so. */
const ADVISED: ReadonlySet<string> = new Set(['unresolved', 'otherServer', 'otherChannel']);

type OwnProps = Props & { domain: string; onRemove: () => void };

function OwnDomain({ channel, domain, onRemove }: OwnProps) {
  const t = useTranslations('playbackChannels.domains');
  const scope = useTeamScope();
  const check = useMutation({
    mutationFn: () => changes(scope, channel.id).checkDomain(domain),
  });
  const result = check.data?.result;
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.code} translate="no">
          {domain}
        </span>
        <span className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            loading={check.isPending}
            aria-label={t('checkOf', { domain })}
            onClick={() => check.mutate()}
          >
            {t('check')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('removeOf', { domain })}
            onClick={onRemove}
          >
            {t('remove.button')}
          </Button>
        </span>
      </div>
      {result !== undefined && (
        <Note
          tone={result === 'pointsHere' ? 'success' : 'warning'}
          title={t(`result.${result}`)}
          role="status"
        >
          {ADVISED.has(result) && t('howTo', { host: toHostname(channel) })}
        </Note>
      )}
      <Failure error={check.error} />
    </li>
  );
}

function AddDomains({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.domains');
  const [text, setText] = useState('');
  const add = useChannelChange(
    channel,
    (make, domains: string[]) => make.addDomains(domains),
    t('added'),
    () => setText(''),
  );
  const domains = splitDomains(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (domains.length > 0 && !add.isPending) add.mutate(domains);
  };
  return (
    <>
      <form onSubmit={submit} className={classes.add}>
        <TextInput
          aria-label={t('add.label')}
          placeholder={t('add.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            add.reset();
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          disabled={text.trim() === ''}
        >
          {t('add.button')}
        </Button>
      </form>
      <Failure error={add.error} />
    </>
  );
}
