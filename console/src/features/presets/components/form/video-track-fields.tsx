import { FORMATS } from '@kinora/contract/preset-rules/codecs';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import type { ProfileForm, VideoTrackForm } from '../../rules/form.ts';
import { withCodec } from '../../rules/parts.ts';
import { DurationFields } from './duration-fields.tsx';
import { ChoiceField, CodecField, NumberField, TextField } from './fields.tsx';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';
import { QualityFields } from './quality-fields.tsx';
import { ResolutionFields } from './resolution-fields.tsx';

export type VideoTrackProps = {
  path: string;
  track: VideoTrackForm;
  profile: ProfileForm;
  onChange: (track: VideoTrackForm) => void;
};

const NO_AUDIO = 'none';

const EncryptionFields = lazyPart(
  async () => (await import('./encryption-fields.tsx')).EncryptionFields,
  'presets.form',
  'presets.encryption',
);

/** All of a video track. */
export function VideoTrackFields({ path, track, profile, onChange }: VideoTrackProps) {
  const t = useTranslations('presets.fields');
  const { offer } = usePresetScope();
  const set = (change: Partial<VideoTrackForm>) => onChange({ ...track, ...change });
  const choice = offer.videoCodecs.find(({ codec }) => codec === track.codec);
  return (
    <div className={classes.grid}>
      <TextField
        path={`${path}.name`}
        label={t('trackName')}
        value={track.name}
        onChange={(name) => set({ name })}
      />
      <ResolutionFields path={path} track={track} onChange={onChange} />
      <CodecField
        path={`${path}.codec`}
        value={track.codec}
        codecs={FORMATS[profile.formatType].videoCodecs}
        offered={offer.videoCodecs}
        onChange={(codec) => onChange(withCodec(track, codec))}
      />
      <NumberField
        path={`${path}.frameRateControl.maxFrameRate`}
        label={t('maxFrameRate')}
        decimals
        unit="fps"
        placeholder={t('sourceRate')}
        description={t('maxFrameRateHint')}
        value={track.maxFrameRate}
        onChange={(maxFrameRate) => set({ maxFrameRate })}
      />
      <QualityFields path={path} track={track} onChange={onChange} />
      {(choice?.profiles.length ?? 0) > 0 && (
        <ChoiceField
          path={`${path}.videoCodecOptions.profile`}
          label={t('profile')}
          value={track.profile}
          choices={(choice?.profiles ?? []).map((value) => ({
            value,
            label: t(`profiles.${value}`),
          }))}
          onChange={(profile) => set({ profile })}
        />
      )}
      <ChoiceField
        path={`${path}.videoCodecOptions.speed`}
        label={t('speed')}
        value={track.speed}
        choices={(choice?.speeds ?? []).map((value) => ({ value, label: t(`speeds.${value}`) }))}
        onChange={(speed) => set({ speed })}
      />
      <ChoiceField
        path={`${path}.audioTrackKey`}
        label={t('audioTrack')}
        value={track.audioTrackKey ?? NO_AUDIO}
        choices={[
          ...profile.audioTracks.map(({ key, name }) => ({ value: key, label: name || key })),
          { value: NO_AUDIO, label: t('silent') },
        ]}
        onChange={(key) => set({ audioTrackKey: key === NO_AUDIO ? null : key })}
      />
      <DurationFields path={`${path}.videoDurationCondition`} track={track} onChange={onChange} />
      <EncryptionFields path={path} track={track} />
    </div>
  );
}
