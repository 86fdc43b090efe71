import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { changes, SignedUrlRules } from '../data.ts';
import { AskChange, type Question } from './ask-change.tsx';
import { useChannelChange } from './use-channel-change.ts';

type Key = { id: string; keyId: string };

/** One of the rules is changed, or a key is removed. */
type Change = Partial<SignedUrlRules> & { removed?: Key };

/** A change, and the rules that an undo brings back. */
type Made = { change: Change; before: SignedUrlRules };

type Asked = Made & { question: Question };

type SignedChange = {
  ask: (change: Change) => void;
  dialog: ReactNode;
  /** Of a change that no dialog asked about. */
  error: unknown;
  isPending: boolean;
};

const make = (to: ReturnType<typeof changes>, { change: { removed, ...rules }, before }: Made) =>
  removed ? to.removeKey(removed.id) : to.setSignedUrl({ ...before, ...rules });

const takeBack = (to: ReturnType<typeof changes>, { change: { removed }, before }: Made) =>
  removed ? to.addKey(removed.id) : to.setSignedUrl(before);

/** Asks before links stop playing, or play again, and offers to take it back. */
export function useSignedChange(channel: PlaybackChannel): SignedChange {
  const t = useTranslations('playbackChannels.signed');
  const toQuestion = useQuestions(channel);
  const [asked, setAsked] = useState<Asked>();
  const save = useChannelChange(channel, make, t('saved'), () => setAsked(undefined), takeBack);
  const { required, acceptsArkV2 } = channel.signedUrl;
  const ask = (change: Change) => {
    const made = { change, before: { required, acceptsArkV2 } };
    const question = toQuestion(change);
    if (question === undefined) save.mutate(made);
    else setAsked({ ...made, question });
  };
  const dialog = (
    <AskChange
      channel={channel}
      question={asked?.question}
      onClose={() => {
        save.reset();
        setAsked(undefined);
      }}
      onConfirm={() => asked && save.mutate(asked)}
      busy={save.isPending}
      error={save.error}
    />
  );
  return { ask, dialog, error: asked ? null : save.error, isPending: save.isPending };
}

/** Answers undefined for what changes nothing for viewers: signatures aren't looked at. */
function useQuestions({
  name,
  signedUrl,
}: PlaybackChannel): (change: Change) => Question | undefined {
  const t = useTranslations('playbackChannels.signed.ask');
  return ({ required, acceptsArkV2, removed }) => {
    if (required !== undefined) {
      const kind = required ? 'on' : 'off';
      return {
        title: t(`${kind}.title`, { name }),
        text: t(`${kind}.text`),
        button: t(`${kind}.button`),
      };
    }
    if (!signedUrl.required) return undefined;
    if (removed) {
      return {
        title: t('key.title', { keyId: removed.keyId }),
        text: t('key.text'),
        button: t('key.button'),
      };
    }
    const kind = acceptsArkV2 ? 'arkOn' : 'arkOff';
    return { title: t(`${kind}.title`), text: t(`${kind}.text`), button: t(`${kind}.button`) };
  };
}
