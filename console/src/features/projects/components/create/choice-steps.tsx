import type { Preset } from '@kinora/contract/presets';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Choice, ChoiceCards } from '../../../../ui/choice-cards.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { usePresetLines } from '../../../presets/components/preset-words.ts';
import { TraitList } from '../../../presets/components/trait-list.tsx';
import { MODEL_LABELS } from '../../../presets/rules/models.ts';
import { findRecommended, listPresetTraits } from '../../../presets/rules/traits.ts';
import type { WizardField } from '../../rules/wizard.ts';
import { ChoicesSkeleton } from '../../../../ui/project/choices-skeleton.tsx';
import type { StepProps } from './use-create-project.ts';
import { useReachWords } from '../../../geoblock-rules/components/reach-words.ts';
import { useHostingName } from '../choice-words.ts';

type ListProps<T> = {
  query: UseQueryResult<{ data: T[] }>;
  choice: (item: T) => Choice;
  field: Exclude<WizardField, 'name' | 'key' | 'description'>;
  label: string;
} & StepProps;

function ChoiceList<T>({ query, choice, field, label, form, change }: ListProps<T>) {
  const { id, error } = form.at(field);
  return (
    <Loaded query={query} skeleton={<ChoicesSkeleton />} item={label}>
      {({ data }) => (
        <ChoiceCards
          id={id}
          label={label}
          choices={data.map(choice)}
          value={form.values[field]}
          onChange={(value) => change(field, value)}
          error={error}
        />
      )}
    </Loaded>
  );
}

export function HostingStep(props: StepProps) {
  const t = useTranslations('projects.create.hosting');
  const nameOf = useHostingName();
  return (
    <ChoiceList
      {...props}
      field="hosting"
      label={t('label')}
      query={props.choices.hostings}
      choice={({ id, kind }) => ({ value: id, title: nameOf(id), text: t(kind) })}
    />
  );
}

export function PresetStep(props: StepProps) {
  const t = useTranslations('projects.create.preset');
  const tp = useTranslations('presets');
  const recommended = findRecommended(props.choices.presets.data?.data ?? []);
  return (
    <ChoiceList
      {...props}
      field="presetId"
      label={t('label')}
      query={props.choices.presets}
      choice={(preset) =>
        toPresetChoice(preset, {
          tag: preset.isSystem ? tp('badges.system') : undefined,
          mark: preset === recommended ? tp('recommended') : undefined,
        })
      }
    />
  );
}

function toPresetChoice(preset: Preset, marks: Pick<Choice, 'tag' | 'mark'>): Choice {
  return {
    value: preset.id,
    title: preset.name,
    ...marks,
    text: <PresetText preset={preset} />,
  };
}

function PresetText({ preset }: { preset: Preset }) {
  const t = useTranslations('presets');
  const textOf = usePresetLines();
  const { vodDeliveryModel, isSystem } = preset;
  return (
    <>
      {isSystem && <span>{t(`why.${vodDeliveryModel}`)}</span>}
      {[MODEL_LABELS[vodDeliveryModel], ...textOf(preset)].map((line) => (
        <span key={line}>{line}</span>
      ))}
      <TraitList traits={listPresetTraits(preset)} />
    </>
  );
}

export function GeoblockRuleStep(props: StepProps) {
  const t = useTranslations('projects.create.geoblockRule');
  const textOf = useReachWords();
  return (
    <ChoiceList
      {...props}
      field="geoblockRuleId"
      label={t('label')}
      query={props.choices.rules}
      choice={(rule) => ({
        value: rule.id,
        title: rule.name,
        tag: rule.isTeamDefault ? t('teamDefault') : undefined,
        text: textOf(rule) === rule.name ? undefined : textOf(rule),
      })}
    />
  );
}
