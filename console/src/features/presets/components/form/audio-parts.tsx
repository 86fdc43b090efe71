import { MAX_PARTS } from '@kinora/contract/preset-rules/bounds';
import type { AudioVariant } from '@kinora/contract/preset-tracks';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import type { AudioTrackForm } from '../../rules/form.ts';
import {
  createAudioTrack,
  createAudioVariant,
  listAudioUsers,
  withCodecs,
} from '../../rules/parts.ts';
import { AudioTrackFields, AudioVariantFields } from './audio-fields.tsx';
import { PartList, type PartsProps } from './form-part.tsx';
import { useTrackWords } from './track-words.ts';

/** The audio tracks of a profile. One that a video track plays with stays. */
export function AudioTracks({ path, profile, onChange, onAdded, onRemoved }: PartsProps) {
  const t = useTranslations('presets.form');
  const format = useFormat();
  const words = useTrackWords();
  const { audioTracks: tracks } = profile;
  const listPath = `${path}.audioTracks`;
  const set = (next: AudioTrackForm[]) => onChange({ ...profile, audioTracks: next });
  const add = () => {
    const track = createAudioTrack(tracks, t('audioName'));
    onChange(withCodecs({ ...profile, audioTracks: [...tracks, track] }));
    onAdded(`${profile.id}.${track.key}`, `${listPath}.${tracks.length}.name`);
  };
  return (
    <PartList
      title={t('audioTracks')}
      path={listPath}
      addLabel={t('addAudioTrack')}
      onAdd={add}
      max={MAX_PARTS.audioTracks}
      parts={tracks.map((track, index) => {
        const users = listAudioUsers(profile, track.key);
        return {
          id: `${profile.id}.${track.key}`,
          title: track.name.trim() || t('unnamedTrack'),
          summary: words.audio(track),
          actions: [
            {
              label: t('deleteTrack'),
              icon: IconTrash,
              danger: true,
              ...(users.length > 0 && {
                disabledReason: t('audioInUse', { tracks: format.list(users) }),
              }),
              onSelect: () => {
                set(tracks.toSpliced(index, 1));
                onRemoved(listPath);
              },
            },
          ],
          fields: (
            <AudioTrackFields
              path={`${listPath}.${index}`}
              track={track}
              profile={profile}
              onChange={(next) => set(tracks.with(index, next))}
            />
          ),
        };
      })}
    />
  );
}

/** Names for the audio tracks of a source, first to last. */
export function AudioVariants({ path, profile, onChange, onAdded, onRemoved }: PartsProps) {
  const t = useTranslations('presets.form');
  const words = useTrackWords();
  const { audioVariants: variants } = profile;
  const listPath = `${path}.audioVariants`;
  const set = (next: AudioVariant[]) => onChange({ ...profile, audioVariants: next });
  const add = () => {
    const variant = createAudioVariant(variants);
    set([...variants, variant]);
    onAdded(`${profile.id}.${variant.key}`, `${listPath}.${variants.length}.name`);
  };
  return (
    <PartList
      title={t('audioVariants')}
      note={t('audioVariantsNote')}
      path={listPath}
      addLabel={t('addAudioVariant')}
      onAdd={add}
      max={MAX_PARTS.audioVariants}
      parts={variants.map((variant, index) => {
        const described = variant.isAudioDescription ? t('described') : '';
        return {
          id: `${profile.id}.${variant.key}`,
          title: variant.name.trim() || t('unnamedVariant', { number: index + 1 }),
          summary: [words.language(variant), described].filter((part) => part !== '').join(' · '),
          actions: [
            {
              label: t('deleteVariant'),
              icon: IconTrash,
              danger: true,
              onSelect: () => {
                set(variants.toSpliced(index, 1));
                onRemoved(listPath);
              },
            },
          ],
          fields: (
            <AudioVariantFields
              path={`${listPath}.${index}`}
              variant={variant}
              onChange={(next) => set(variants.with(index, next))}
            />
          ),
        };
      })}
    />
  );
}
