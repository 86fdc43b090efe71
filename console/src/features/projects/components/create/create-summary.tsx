import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import type { WizardStep } from '../../rules/wizard.ts';
import { useHostingName } from '../choice-words.ts';
import classes from './create-wizard.module.css';
import type { Choices } from '../use-choices.ts';
import type { Draft } from './use-create-project.ts';

type Props = {
  draft: Draft;
  choices: Choices;
  steps: readonly WizardStep[];
  step: number;
  reached: number;
  onGo: (step: number) => void;
};

/** Sums up the new project. On narrow screens it is only in the last step. */
export function CreateSummary({ draft, choices, steps, step, reached, onGo }: Props) {
  const t = useTranslations('projects.create');
  const hostingName = useHostingName();
  const preset = choices.presets.data?.data.find(({ id }) => id === draft.presetId);
  const rule = choices.rules.data?.data.find(({ id }) => id === draft.geoblockRuleId);
  const isLast = step === steps.length - 1;
  // A step that was skipped has one answer, which stands here from the beginning.
  const row = (label: string, id: WizardStep, value: ReactNode) => {
    const of = steps.indexOf(id);
    return (
      <Row
        label={label}
        value={of > reached ? '' : value}
        open={of === 0 ? t('summary.blank') : t('summary.open')}
        {...(of !== -1 && of <= reached && of !== step && { onEdit: () => onGo(of) })}
      />
    );
  };
  return (
    <div className={classes.summary} data-last={isLast || undefined}>
      <Card title={t('summary.title')} note={t('summary.note')}>
        <dl className={classes.rows}>
          {row(t('details.name'), 'details', draft.name.trim())}
          {row(
            t('details.key'),
            'details',
            draft.key && <code translate="no">{draft.key}-••••••</code>,
          )}
          {row(t('details.description'), 'details', draft.description.trim() || t('summary.none'))}
          {row(t('hosting.label'), 'hosting', draft.hosting && hostingName(draft.hosting))}
          {row(t('preset.label'), 'preset', preset?.name)}
          {row(t('geoblockRule.label'), 'geoblockRule', rule?.name)}
        </dl>
        <p className={classes.note}>{t('summary.owner')}</p>
      </Card>
    </div>
  );
}

type RowProps = {
  label: string;
  value: ReactNode;
  /** Stands where there is no value yet. */
  open: string;
  onEdit?: () => void;
};

function Row({ label, value, open, onEdit }: RowProps) {
  const t = useTranslations('projects.create.summary');
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd data-open={!value || undefined}>{value || open}</dd>
      {onEdit && (
        <dd className={classes.edit}>
          <ActionIcon size="md" aria-label={t('edit', { label })} onClick={onEdit}>
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </dd>
      )}
    </div>
  );
}
