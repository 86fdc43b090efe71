import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { clearFinished, isFinished, pauseAll, resumeAll, retryFailed } from '../../data/queue.ts';
import type { UploadItem } from '../../data/store.ts';
import { isMine } from '../../data/transfers.ts';
import { findCommonFailure } from '../../rules/queue.ts';
import { Note } from '../../../../ui/note.tsx';
import { ContinueAll } from './continue-all.tsx';
import { NoticeSwitch } from './notice-switch.tsx';
import classes from './upload-dock.module.css';

type Props = { items: readonly UploadItem[]; onSummary: () => void };

/** Offers the actions for the whole queue. */
export function DockActions({ items, onSummary }: Props) {
  const t = useTranslations('uploads');
  const mine = items.filter(isMine);
  const count = (...states: UploadItem['state'][]) =>
    mine.filter((item) => states.includes(item.state)).length;
  const going = count('queued', 'uploading', 'retry');
  const failed = count('failed');
  const cause = findCommonFailure(mine.filter(({ state }) => state === 'failed'));
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-sm" variant="subtle" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {failed > 0 && failed === mine.length && (
        <div className={classes.note}>
          <Note tone="danger" role="alert" title={t('allFailed.title')}>
            {cause === null ? t('allFailed.text') : t(`allFailed.causes.${cause}`)}
          </Note>
        </div>
      )}
      <div className={classes.actions}>
        <ContinueAll items={items} />
        {failed > 0 && button(t('retryAll'), retryFailed)}
        {going > 1 && button(t('pauseAll'), pauseAll)}
        {count('paused') > 1 && button(t('resumeAll'), resumeAll)}
        {mine.some(isFinished) && button(t('clearFinished'), () => void clearFinished())}
        {button(t('summary.open'), onSummary)}
        <NoticeSwitch />
      </div>
    </>
  );
}
