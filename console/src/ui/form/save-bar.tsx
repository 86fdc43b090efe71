import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FormBar } from './form-bar.tsx';
import { useFormScope } from './form.tsx';

type Props = {
  /** Its button makes a new thing; without it the form changes one that is stored. */
  createLabel?: string | undefined;
  /** The way back, beside the other buttons. */
  back?: ReactNode;
};

/** The bar of a form that makes a thing or changes one. */
export function SaveBar({ createLabel, back }: Props) {
  const t = useTranslations('ui');
  const { isDirty, save, problemCount, discard } = useFormScope();
  const isNew = createLabel !== undefined;
  const isSaved = save.isSuccess && !isDirty;
  const hasProblems = problemCount > 0;
  return (
    <FormBar
      isActive={isDirty || save.isPending || isSaved || isNew}
      tone={hasProblems ? 'danger' : isSaved ? 'success' : undefined}
      status={
        <>
          {hasProblems && t('form.problemsLeft', { count: problemCount })}
          {!hasProblems && isSaved && (
            <>
              <IconCheck size={16} stroke={2} aria-hidden />
              {t('form.saved')}
            </>
          )}
          {!hasProblems && isDirty && !isNew && t('form.unsaved')}
        </>
      }
    >
      {back}
      {!isNew && isDirty && (
        <Button variant="default" disabled={save.isPending} onClick={discard}>
          {t('form.discard')}
        </Button>
      )}
      <Button type="submit" loading={save.isPending} disabled={!isNew && !isDirty}>
        {createLabel ?? t('save')}
      </Button>
    </FormBar>
  );
}
