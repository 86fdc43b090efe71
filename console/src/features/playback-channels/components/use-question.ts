import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useTranslations } from 'use-intl';
import { getReachKind, getWebsites } from '../rules.ts';
import type { Question } from './ask-change.tsx';
import { type ChannelForm, findChangedParts } from './use-channel-form.ts';

/** Answers undefined for what changes nothing for viewers. */
export function useQuestion(
  channel: PlaybackChannel,
): (typed: ChannelForm) => Question | undefined {
  const t = useTranslations('playbackChannels');
  const { name, signedUrl } = channel;
  const askSigned = ({ required, acceptsArkV2 }: ChannelForm): Question | undefined => {
    if (required !== signedUrl.required) {
      const kind = required ? 'on' : 'off';
      return {
        title: t(`signed.ask.${kind}.title`, { name }),
        texts: [t(`signed.ask.${kind}.text`)],
        button: t(`signed.ask.${kind}.button`),
      };
    }
    // Signatures aren't looked at.
    if (!required || acceptsArkV2 === signedUrl.acceptsArkV2) return undefined;
    const kind = acceptsArkV2 ? 'arkOn' : 'arkOff';
    return {
      title: t(`signed.ask.${kind}.title`),
      texts: [t(`signed.ask.${kind}.text`)],
      button: t(`signed.ask.${kind}.button`),
    };
  };
  return (typed) => {
    const { access, signed } = findChangedParts(channel, typed);
    const ofSigned = askSigned(typed);
    if (access === undefined) return ofSigned;
    const next = {
      ...channel,
      accessControlPolicy: access,
      signedUrl: { ...signedUrl, ...signed },
    };
    const reach = t(`reach.${getReachKind(next)}`, { count: getWebsites(next).length });
    const text = t('websites.ask.text', { reach });
    const words = ofSigned ? 'ask' : 'websites.ask';
    return {
      title: t(`${words}.title`, { name }),
      texts: [text, ...(ofSigned?.texts ?? [])],
      button: t(`${words}.button`),
    };
  };
}
