import { MAX_PARTS } from '@kinora/contract/preset-rules/bounds';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { RowAction } from '../../../../ui/row-menu.tsx';
import type { VideoTrackForm } from '../../rules/form.ts';
import {
  copyTrack,
  createVideoTrack,
  getNextSize,
  moveItem,
  withCodecs,
} from '../../rules/parts.ts';
import { PartList, type PartsProps } from './form-part.tsx';
import { useTrackWords } from './track-words.ts';
import { VideoTrackFields } from './video-track-fields.tsx';

/** The video tracks of a profile, largest first by the person's own order. */
export function VideoTracks({ path, profile, onChange, onAdded, onRemoved }: PartsProps) {
  const t = useTranslations('presets.form');
  const words = useTrackWords();
  const { videoTracks: tracks } = profile;
  const listPath = `${path}.videoTracks`;
  const isFull = tracks.length >= MAX_PARTS.videoTracks;
  const set = (next: VideoTrackForm[]) => onChange({ ...profile, videoTracks: next });
  const add = () => {
    const [audio] = profile.audioTracks;
    const track = createVideoTrack(getNextSize(profile), audio?.key ?? null);
    onChange(withCodecs({ ...profile, videoTracks: [...tracks, track] }));
    onAdded(track.id, `${listPath}.${tracks.length}.name`);
  };
  const listActions = (track: VideoTrackForm, index: number): RowAction[] => [
    {
      label: t('duplicate'),
      icon: IconCopy,
      ...(isFull && { disabledReason: t('full', { max: MAX_PARTS.videoTracks }) }),
      onSelect: () => {
        const copy = copyTrack(track, t('copyOf', { name: track.name }));
        set(tracks.toSpliced(index + 1, 0, copy));
        onAdded(copy.id, `${listPath}.${index + 1}.name`);
      },
    },
    ...listMoves(tracks.length, index, (by) => set(moveItem(tracks, index, by)), t),
    {
      label: t('deleteTrack'),
      icon: IconTrash,
      danger: true,
      onSelect: () => {
        set(tracks.toSpliced(index, 1));
        onRemoved(listPath);
      },
    },
  ];
  return (
    <PartList
      title={t('videoTracks')}
      path={listPath}
      addLabel={t('addVideoTrack')}
      onAdd={add}
      max={MAX_PARTS.videoTracks}
      parts={tracks.map((track, index) => ({
        id: track.id,
        title: track.name.trim() || t('unnamedTrack'),
        summary: words.typedVideo(track),
        actions: listActions(track, index),
        fields: (
          <VideoTrackFields
            path={`${listPath}.${index}`}
            track={track}
            profile={profile}
            onChange={(next) => set(tracks.with(index, next))}
          />
        ),
      }))}
    />
  );
}

function listMoves(
  count: number,
  index: number,
  onMove: (by: -1 | 1) => void,
  t: ReturnType<typeof useTranslations<'presets.form'>>,
): RowAction[] {
  return [
    ...(index > 0
      ? [{ label: t('moveUp'), icon: IconArrowUp, onSelect: () => onMove(-1) } as const]
      : []),
    ...(index < count - 1
      ? [{ label: t('moveDown'), icon: IconArrowDown, onSelect: () => onMove(1) } as const]
      : []),
  ];
}
