import { FORMATS } from '@kinora/contract/preset-rules/codecs';
import type { AudioVariant } from '@kinora/contract/preset-tracks';
import { Checkbox } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useFormScope } from '../../../../ui/form/form.tsx';
import type { AudioTrackForm, ProfileForm } from '../../rules/form.ts';
import { ChoiceField, CodecField, NumberField, TextField } from './fields.tsx';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';

type TrackProps = {
  path: string;
  track: AudioTrackForm;
  profile: ProfileForm;
  onChange: (track: AudioTrackForm) => void;
};

export function AudioTrackFields({ path, track, profile, onChange }: TrackProps) {
  const t = useTranslations('presets.fields');
  const format = useFormat();
  const { offer } = usePresetScope();
  const set = (change: Partial<AudioTrackForm>) => onChange({ ...track, ...change });
  const choice = offer.audioCodecs.find(({ codec }) => codec === track.codec);
  return (
    <div className={classes.grid}>
      <TextField
        path={`${path}.name`}
        label={t('trackName')}
        value={track.name}
        onChange={(name) => set({ name })}
      />
      <CodecField
        path={`${path}.codec`}
        value={track.codec}
        codecs={FORMATS[profile.formatType].audioCodecs}
        offered={offer.audioCodecs}
        onChange={(codec) => set({ codec })}
      />
      <NumberField
        path={`${path}.bitRateKbps`}
        label={t('bitRate')}
        required
        unit="Kbps"
        value={track.bitRateKbps}
        onChange={(bitRateKbps) => set({ bitRateKbps })}
      />
      <NumberField
        path={`${path}.sampleRate`}
        label={t('sampleRate')}
        required
        unit="Hz"
        description={
          choice && t('sampleRates', { rates: choice.sampleRates.map(format.number).join(' / ') })
        }
        value={track.sampleRate}
        onChange={(sampleRate) => set({ sampleRate })}
      />
      <NumberField
        path={`${path}.channels`}
        label={t('channels')}
        required
        description={t('channelsHint')}
        value={track.channels}
        onChange={(channels) => set({ channels })}
      />
    </div>
  );
}

type VariantProps = {
  path: string;
  variant: AudioVariant;
  onChange: (variant: AudioVariant) => void;
};

export function AudioVariantFields({ path, variant, onChange }: VariantProps) {
  const t = useTranslations('presets.fields');
  const { offer } = usePresetScope();
  const { isFixed } = useFormScope();
  const known = offer.languages.some(({ code6392T }) => code6392T === variant.languageCode);
  return (
    <div className={classes.grid}>
      <TextField
        path={`${path}.name`}
        label={t('variantName')}
        value={variant.name}
        onChange={(name) => onChange({ ...variant, name })}
      />
      <ChoiceField
        path={`${path}.languageCode`}
        label={t('language')}
        required
        searchable
        placeholder={t('languageSearch')}
        nothingFound={t('languageNone')}
        value={variant.languageCode === '' ? null : variant.languageCode}
        choices={[
          ...offer.languages.map(({ code6392T, name, displayName }) => ({
            value: code6392T,
            label: [...new Set([displayName, name]), code6392T].join(' · '),
            names: [displayName, name, code6392T],
          })),
          // One that is stored and not in the look-up stays as it is.
          ...(known || variant.languageCode === ''
            ? []
            : [{ value: variant.languageCode, label: variant.languageCode }]),
        ]}
        onChange={(languageCode) => {
          const found = offer.languages.find((one) => one.code6392T === languageCode);
          const name = variant.name.trim() === '' ? (found?.displayName ?? '') : variant.name;
          onChange({ ...variant, languageCode, name });
        }}
      />
      <Checkbox
        className={classes.wide ?? ''}
        label={t('audioDescription')}
        description={t('audioDescriptionHint')}
        checked={variant.isAudioDescription}
        disabled={isFixed}
        onChange={(event) =>
          onChange({ ...variant, isAudioDescription: event.currentTarget.checked })
        }
      />
    </div>
  );
}
