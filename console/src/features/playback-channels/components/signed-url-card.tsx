import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { normaliseText } from '@kinora/contract/normalise-text';
import { Button, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Link } from '../../../ui/link.tsx';
import { keysQuery, PAGE_LIMIT } from '../../url-signing-keys/data.ts';
import { channelsQuery } from '../data.ts';
import { listNamesOfKey } from '../rules.ts';
import { Failure } from './failure.tsx';
import { useChannelChange } from './use-channel-change.ts';
import type { ChannelFormState } from './use-channel-form.ts';
import { useKeyNote } from './use-key-note.ts';
import { useRemoveKey } from './use-remove-key.tsx';
import classes from './channels.module.css';

type Props = { channel: PlaybackChannel; form: ChannelFormState };

/** Shows whether addresses must be signed, and with which keys. */
export function SignedUrlCard({ channel, form }: Props) {
  const t = useTranslations('playbackChannels.signed');
  const { required, acceptsArkV2 } = form.values;
  const { urlSigningKeys: keys } = channel.signedUrl;
  const { remove, dialog, error, isPending } = useRemoveKey(channel);
  const channels = useQuery(channelsQuery(useTeamScope())).data?.data ?? [channel];
  const note = useKeyNote();
  const isLast = required && keys.length === 1;
  return (
    <Card title={t('title')} note={t('note')}>
      <div className={classes.fields}>
        <Switch
          label={t('required')}
          description={keys.length === 0 ? t('needsKey') : t('requiredHint')}
          checked={required}
          disabled={keys.length === 0 || form.isFixed}
          onChange={(event) => form.set({ required: event.currentTarget.checked })}
        />
        <Switch
          label={t('arkV2')}
          description={t('arkV2Hint')}
          checked={acceptsArkV2}
          disabled={form.isFixed}
          onChange={(event) => form.set({ acceptsArkV2: event.currentTarget.checked })}
        />
        {keys.length > 0 && (
          <ul className={classes.list} aria-label={t('keys')}>
            {keys.map(({ id, keyId, createdAt }) => (
              <li key={id} className={classes.row}>
                <div className={classes.key}>
                  <span className={classes.code} translate="no">
                    {keyId}
                  </span>
                  <p className={classes.hint}>{note(createdAt, listNamesOfKey(channels, id))}</p>
                </div>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  disabled={isLast || isPending}
                  title={isLast ? t('lastKey') : undefined}
                  aria-label={t('removeKeyOf', { keyId })}
                  onClick={() => remove({ id, keyId })}
                >
                  {t('removeKey')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isLast && <p className={classes.hint}>{t('lastKey')}</p>}
        <AddKey channel={channel} />
        <Failure error={error} />
      </div>
      {dialog}
    </Card>
  );
}

function AddKey({ channel }: { channel: PlaybackChannel }) {
  const t = useTranslations('playbackChannels.signed');
  const scope = useTeamScope();
  const { keys, hasKeys, isSearching, setText } = useKeySearch();
  const note = useKeyNote();
  const add = useChannelChange(channel, (make, keyId: string) => make.addKey(keyId), t('keyAdded'));
  const own = new Set(channel.signedUrl.urlSigningKeyIds);
  const left = keys.filter(({ id }) => !own.has(id));
  return (
    <>
      {hasKeys(own.size) && (
        <Select
          label={t('addKey')}
          placeholder={t('addKeyHint')}
          searchable
          onSearch={setText}
          nothingFound={isSearching ? t('searching') : t('noKey')}
          choices={left.map(({ id, keyId, createdAt, domains }) => ({
            value: id,
            label: keyId,
            note: note(
              createdAt,
              domains.map(({ name }) => name),
            ),
          }))}
          value={null}
          onChange={(id) => add.mutate(id)}
          disabled={add.isPending}
        />
      )}
      <p className={classes.hint}>
        <Link to={paths.urlSigningKeys(scope.teamName)}>{t('manageKeys')}</Link>
      </p>
      <Failure error={add.error} />
    </>
  );
}

/** The newest keys; in a team with more, all keys that contain the typed text. */
function useKeySearch() {
  const scope = useTeamScope();
  const [text, setText] = useState('');
  const typed = normaliseText(text.trim());
  const [waited] = useDebouncedValue(typed, 250);
  const newest = useQuery(keysQuery(scope, { q: '', page: 1 }));
  const total = newest.data?.total ?? 0;
  const q = total > PAGE_LIMIT ? waited : '';
  const found = useQuery(keysQuery(scope, { q, page: 1 }));
  return {
    setText,
    keys: found.data?.data ?? [],
    /** A search without results must not hide the field, so the total of keys decides. */
    hasKeys: (ownCount: number) => total > ownCount,
    isSearching: total > PAGE_LIMIT && (waited !== typed || found.isFetching),
  };
}
