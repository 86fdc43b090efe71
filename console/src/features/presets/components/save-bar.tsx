import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './preset-form.module.css';

type Props = {
  isDirty: boolean;
  isSaving: boolean;
  isSaved: boolean;
  problemCount: number;
  submitLabel: string | undefined;
  onDiscard: (() => void) | undefined;
  back: ReactNode;
};

/** Stays in sight below the form. Its buttons are at the left: uploads have the right corner. */
export function SaveBar(props: Props) {
  const { isDirty, isSaving, isSaved, problemCount, submitLabel, onDiscard, back } = props;
  const t = useTranslations('presets.form');
  const words = useTranslations('ui');
  const isNew = submitLabel !== undefined;
  return (
    <div className={classes.bar} data-active={isDirty || isSaving || isNew || undefined}>
      {back}
      <Button type="submit" loading={isSaving} disabled={!isNew && !isDirty}>
        {submitLabel ?? words('save')}
      </Button>
      {onDiscard && isDirty && (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <span
        className={classes.status}
        role="status"
        data-tone={problemCount > 0 ? 'danger' : isSaved && !isDirty ? 'success' : undefined}
      >
        {problemCount > 0 && t('problemsLeft', { count: problemCount })}
        {problemCount === 0 && isSaved && !isDirty && (
          <>
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('saved')}
          </>
        )}
        {problemCount === 0 && isDirty && !isNew && t('unsaved')}
      </span>
    </div>
  );
}
