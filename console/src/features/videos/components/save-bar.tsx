import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { currentUploads, subscribeUploads } from '../../uploads/data/store.ts';
import classes from './information-form.module.css';

type Props = { isDirty: boolean; isSaving: boolean; isSaved: boolean; onDiscard: () => void };

/** Stays in sight below a long form. */
export function SaveBar({ isDirty, isSaving, isSaved, onDiscard }: Props) {
  const t = useTranslations('videos.form');
  const words = useTranslations('ui');
  const hasDock = useSyncExternalStore(subscribeUploads, () => currentUploads().length > 0);
  return (
    <div
      className={classes.bar}
      data-active={isDirty || isSaving || isSaved || undefined}
      data-above-dock={hasDock || undefined}
    >
      <span className={classes.status} role="status" data-saved={isSaved || undefined}>
        {isSaved && (
          <>
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('saved')}
          </>
        )}
        {!isSaved && isDirty && t('unsaved')}
      </span>
      {isDirty && (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        {words('save')}
      </Button>
    </div>
  );
}
