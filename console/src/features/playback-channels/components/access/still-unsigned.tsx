import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Note } from '../../../../ui/note.tsx';
import { listOpenChannels } from '../../rules/access.ts';

type Props = {
  project: Project;
  channels: readonly PlaybackChannel[];
  /** The channel that the project is about to use in addition to its own. */
  added: PlaybackChannel;
};

/** Says that a channel which demands signatures protects nothing that also plays on an open one. */
export function StillUnsigned({ project, channels, added }: Props) {
  const t = useTranslations('playbackChannels.access');
  const format = useFormat();
  const open = listOpenChannels(channels, project);
  if (!added.signedUrl.required || open.length === 0) return null;
  const names = format.list(open.map(({ name }) => `“${name}”`));
  return (
    <Note tone="warning">
      <p>{t('still', { names, name: added.name })}</p>
    </Note>
  );
}
