import { MAX_DOMAINS } from '@kinora/contract/bounds';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { splitDomains, toHostname } from '../rules.ts';
import { Failure } from './failure.tsx';
import { OwnDomainItem } from './own-domain.tsx';
import { useChannelChange } from './use-channel-change.ts';
import classes from './channels.module.css';

type Props = { channel: PlaybackChannel };

/** The domain that every channel has, and the team's own. */
export function DomainsCard({ channel }: Props) {
  const t = useTranslations('playbackChannels.domains');
  const [removing, setRemoving] = useState<string>();
  const { defaultPlaybackDomain, ownDomains } = channel;
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
        {ownDomains.length > 0 && (
          <ul className={classes.list} aria-label={t('own')}>
            {ownDomains.map((own) => (
              <OwnDomainItem
                key={own.domain}
                channel={channel}
                own={own}
                onRemove={() => setRemoving(own.domain)}
              />
            ))}
          </ul>
        )}
        {ownDomains.length < MAX_DOMAINS && <AddDomains channel={channel} />}
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
