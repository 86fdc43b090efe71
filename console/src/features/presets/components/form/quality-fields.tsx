import {
  FIELDS_OF_MODE,
  isNeeded,
  type QualityField,
  VIDEO_CODECS,
} from '@kinora/contract/preset-rules/codecs';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { VideoTrackForm } from '../../rules/form.ts';
import { ChoiceField, NumberField } from './fields.tsx';
import { usePresetScope } from './form-context.ts';

type Props = { path: string; track: VideoTrackForm; onChange: (track: VideoTrackForm) => void };

const isRate = (field: QualityField) => field.endsWith('Kbps');

/** Shows how the quality is held, and exactly the numbers that this way needs. */
export function QualityFields({ path, track, onChange }: Props) {
  const t = useTranslations('presets.fields');
  const { offer } = usePresetScope();
  const choice = offer.videoCodecs.find(({ codec }) => codec === track.codec);
  const set = (field: QualityField, value: string) =>
    onChange({ ...track, quality: { ...track.quality, [field]: value } });
  return (
    <>
      <ChoiceField
        path={`${path}.videoCodecOptions.qualityControlMode`}
        label={t('mode')}
        value={track.mode}
        choices={(choice?.qualityControlModes ?? []).map((value) => ({
          value,
          label: t(`modes.${value}`),
        }))}
        onChange={(mode) => onChange({ ...track, mode })}
        description={t(`modeHints.${track.mode}`)}
      />
      {FIELDS_OF_MODE[track.mode].map((field) => {
        const at = `${path}.videoCodecOptions.${field}`;
        if (field === 'cq') {
          return (
            <ConstantQuality key={field} path={at} track={track} onChange={(cq) => set('cq', cq)} />
          );
        }
        return (
          <NumberField
            key={field}
            path={at}
            label={t(field)}
            required={isNeeded(track.mode, field)}
            {...(!isNeeded(track.mode, field) && { placeholder: t('noCeiling') })}
            {...(isRate(field)
              ? { unit: 'Kbps' }
              : { description: t('lowerIsBetter', VIDEO_CODECS[track.codec].quality) })}
            value={track.quality[field]}
            onChange={(value) => set(field, value)}
          />
        );
      })}
    </>
  );
}

type CqProps = { path: string; track: VideoTrackForm; onChange: (cq: string) => void };

/** One of the usual values, or one's own. */
function ConstantQuality({ path, track, onChange }: CqProps) {
  const t = useTranslations('presets.fields');
  const { offer } = usePresetScope();
  const choice = offer.videoCodecs.find(({ codec }) => codec === track.codec);
  const usual = (choice?.qualities ?? []).map(String);
  const value = track.quality.cq;
  const [isOwn, setOwn] = useState(value !== '' && !usual.includes(value));
  return (
    <>
      <ChoiceField
        path={isOwn ? `${path}.choice` : path}
        label={t('cq')}
        required
        value={isOwn ? 'custom' : value}
        placeholder={t('choose')}
        choices={[
          ...usual.map((text) => ({ value: text, label: text })),
          { value: 'custom', label: t('custom') },
        ]}
        onChange={(chosen) => {
          setOwn(chosen === 'custom');
          if (chosen !== 'custom') onChange(chosen);
        }}
        description={t('lowerIsBetter', VIDEO_CODECS[track.codec].quality)}
      />
      {isOwn && (
        <NumberField path={path} label={t('cqCustom')} required value={value} onChange={onChange} />
      )}
    </>
  );
}
