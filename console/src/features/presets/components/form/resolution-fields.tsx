import { useTranslations } from 'use-intl';
import type { SizeType, VideoTrackForm } from '../../rules/form.ts';
import { withResolution } from '../../rules/parts.ts';
import { ChoiceField, NumberField } from './fields.tsx';
import { usePresetScope } from './form-context.ts';

type Props = { path: string; track: VideoTrackForm; onChange: (track: VideoTrackForm) => void };

const SIZE_TYPES: readonly SizeType[] = ['shortestSide', 'width', 'height'];

/** A size by its name, the source's own, or one's own: then which side, and how many pixels. */
export function ResolutionFields({ path, track, onChange }: Props) {
  const t = useTranslations('presets.fields');
  const { offer } = usePresetScope();
  const named = offer.resolutions.filter(({ name }) => name !== 'custom' && name !== 'original');
  return (
    <>
      <ChoiceField
        // The size that is wrong is chosen here, unless it is typed below.
        path={`${path}.${track.resolutionType === 'custom' ? 'resolutionType' : 'resolutionControl.size'}`}
        label={t('resolution')}
        value={track.resolutionType}
        choices={[
          ...named.map(({ name, label }) => ({ value: name, label })),
          { value: 'original', label: t('original') },
          { value: 'custom', label: t('custom') },
        ]}
        onChange={(chosen) => onChange(withResolution(track, chosen))}
        description={t('resolutionHint')}
      />
      {track.resolutionType === 'custom' && (
        <>
          <ChoiceField
            path={`${path}.resolutionControl.type`}
            label={t('sizeType')}
            value={track.sizeType}
            choices={SIZE_TYPES.map((value) => ({ value, label: t(`sizeTypes.${value}`) }))}
            onChange={(sizeType) => onChange({ ...track, sizeType })}
          />
          <NumberField
            path={`${path}.resolutionControl.size`}
            label={t(`sizeTypes.${track.sizeType}`)}
            required
            unit="px"
            value={track.size}
            onChange={(size) => onChange({ ...track, size })}
          />
        </>
      )}
    </>
  );
}
