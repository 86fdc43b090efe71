import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import type { PresetForm, SizeType } from '../../rules/form.ts';
import { ChoiceField, TextField } from './fields.tsx';
import classes from './preset-form.module.css';
import { useSizeName } from '../preset-words.ts';
import { parseWhole } from '../../rules/numbers.ts';

type Props = {
  form: PresetForm;
  onChange: (change: Partial<PresetForm>) => void;
  /** A stored preset's name is edited in the page's head. */
  withName: boolean;
};

/** Holds the fields of the whole preset. */
export function GeneralCard({ form, onChange, withName }: Props) {
  const t = useTranslations('presets.form');
  const tf = useTranslations('presets.fields');
  return (
    <Card title={t('general')}>
      <div className={classes.grid}>
        {withName && (
          <div className={classes.wide}>
            <TextField
              path="name"
              label={tf('name')}
              autoFocus
              value={form.name}
              onChange={(name) => onChange({ name })}
            />
          </div>
        )}
        <DefaultResolution form={form} onChange={onChange} />
        {form.model === 'model-c' && (
          <ChoiceField
            path="backgroundCompletion"
            label={tf('backgroundCompletion')}
            description={tf('backgroundCompletionHint')}
            value={form.backgroundCompletion}
            choices={[
              { value: 'whenIdle', label: tf('whenIdle') },
              { value: 'never', label: tf('never') },
            ]}
            onChange={(backgroundCompletion) => onChange({ backgroundCompletion })}
          />
        )}
      </div>
    </Card>
  );
}

/** Players begin with Kinora's choice, or with the size of a track. */
function DefaultResolution({ form, onChange }: Omit<Props, 'withName'>) {
  const t = useTranslations('presets.fields');
  const sizeName = useSizeName();
  const { type, size } = form.defaultResolution;
  const offered = listSizes(form);
  // A chosen size without a track stays in the list, with the message below.
  if (type !== 'auto' && !offered.some((one) => toKey(one) === toKey({ type, size }))) {
    offered.push({ type, size });
  }
  return (
    <ChoiceField
      path="defaultResolution.size"
      label={t('defaultResolution')}
      description={t('defaultResolutionHint')}
      value={type === 'auto' ? 'auto' : toKey({ type, size })}
      choices={[
        { value: 'auto', label: t('defaultAuto') },
        ...offered.map((one) => ({
          value: toKey(one),
          label: sizeName({ type: one.type, size: parseWhole(one.size) }),
        })),
      ]}
      onChange={(picked) => {
        const found = offered.find((one) => toKey(one) === picked);
        onChange({ defaultResolution: found ?? { type: 'auto', size: '' } });
      }}
    />
  );
}

type Size = { type: SizeType; size: string };

const toKey = ({ type, size }: Size) => `${type}-${size}`;

/** Sizes of the tracks of enabled profiles, each once, as far as they are numbers. */
function listSizes(form: PresetForm): Size[] {
  const tracks = form.profiles.flatMap((one) => (one.enabled ? one.videoTracks : []));
  const sizes = tracks
    .filter(
      ({ resolutionType, size }) => resolutionType !== 'original' && parseWhole(size) !== null,
    )
    .map(({ sizeType, size }) => ({ type: sizeType, size: size.trim() }));
  return [...new Map(sizes.map((one) => [toKey(one), one])).values()];
}
