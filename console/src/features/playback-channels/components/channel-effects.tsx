import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useTranslations } from 'use-intl';
import { Note } from '../../../ui/note.tsx';
import { compareChannels, getWebsites } from '../rules.ts';

type Props = {
  /** The channel until now; undefined where there are several. */
  from: PlaybackChannel | undefined;
  to: PlaybackChannel;
};

/** Says what a change of a channel alters about who may watch. */
export function ChannelEffects({ from, to }: Props) {
  const t = useTranslations('playbackChannels.effects');
  const effects = compareChannels(from, to);
  if (effects.length === 0) return null;
  const { policy } = to.accessControlPolicy;
  const words = {
    signed: t('signed', { name: to.name }),
    open: t('open', { name: to.name }),
    websites: t('websites', { name: to.name, policy, count: getWebsites(to).length }),
    model: t('model', { model: to.defaultDrmModelForNonClassicDelivery }),
  };
  return (
    <Note tone="warning">
      {effects.map((effect) => (
        <p key={effect}>{words[effect]}</p>
      ))}
    </Note>
  );
}
