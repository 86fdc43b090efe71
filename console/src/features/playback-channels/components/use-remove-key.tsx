import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AskChange } from './ask-change.tsx';
import { useChannelChange } from './use-channel-change.ts';

type Key = { id: string; keyId: string };

type RemoveKey = {
  remove: (key: Key) => void;
  dialog: ReactNode;
  /** The error of a removal without a dialog. */
  error: unknown;
  isPending: boolean;
};

/** Asks before links that a key signed stop playing, and offers to take it back. */
export function useRemoveKey(channel: PlaybackChannel): RemoveKey {
  const t = useTranslations('playbackChannels.signed');
  const [asked, setAsked] = useState<Key>();
  const save = useChannelChange(
    channel,
    (make, { id }: Key) => make.removeKey(id),
    t('saved'),
    () => setAsked(undefined),
    (make, { id }) => make.addKey(id),
  );
  const question = asked && {
    title: t('ask.key.title', { keyId: asked.keyId }),
    texts: [t('ask.key.text')],
    button: t('ask.key.button'),
  };
  const dialog = (
    <AskChange
      channel={channel}
      question={question}
      onClose={() => {
        save.reset();
        setAsked(undefined);
      }}
      onConfirm={() => asked && save.mutate(asked)}
      busy={save.isPending}
      error={save.error}
    />
  );
  return {
    // Signatures aren't looked at where none is required.
    remove: (key) => (channel.signedUrl.required ? setAsked(key) : save.mutate(key)),
    dialog,
    error: asked ? null : save.error,
    isPending: save.isPending,
  };
}
