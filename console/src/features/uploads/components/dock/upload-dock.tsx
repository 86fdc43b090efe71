import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../../base/session.ts';
import { ProgressRing } from '../../../../ui/progress.tsx';
import { openUploads, suspendUploads } from '../../data/session.ts';
import type { UploadItem } from '../../data/store.ts';
import { countTotals } from '../../rules/totals.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DockActions } from './dock-actions.tsx';
import { UploadAnnouncer } from './upload-announcer.tsx';
import { UploadRow } from './upload-row.tsx';
import { UploadSummary } from './upload-summary.tsx';
import { useFreshLists } from './use-fresh-lists.ts';
import { useOnline, useSpeedWords, useUploads } from '../use-uploads.ts';
import { WindowedBox } from '../windowed-list.tsx';
import classes from './upload-dock.module.css';

/** The queue at the bottom right of every page; on phones a bar. */
export function UploadDock() {
  const accountId = useMe()?.account.id;
  const items = useUploads();
  useFreshLists();
  useEffect(() => {
    if (accountId === undefined) return undefined;
    void openUploads(accountId);
    return suspendUploads;
  }, [accountId]);
  // Drawn bit by bit at first, so that the page answers meanwhile.
  const isShown = useDeferredValue(items.length > 0);
  if (items.length === 0 || !isShown) return null;
  return <Dock items={items} />;
}

const getKey = ({ key }: UploadItem) => key;
const USUAL_ROW_PX = 94;

function Dock({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslations('uploads');
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 576px)').matches);
  const [isListed, setListed] = useState(false);
  const [cancelling, setCancelling] = useState<UploadItem>();
  const titleId = useId();
  const listId = useId();

  useEffect(() => {
    // Pages with a bar of their own at the bottom make room for this one.
    document.documentElement.dataset['dock'] = '';
    return () => {
      delete document.documentElement.dataset['dock'];
    };
  }, []);

  return (
    <section className={classes.dock} aria-labelledby={titleId} data-open={isOpen || undefined}>
      <header className={classes.head}>
        <DockHead items={items} titleId={titleId} />
        <ActionIcon
          aria-label={isOpen ? t('collapse') : t('expand')}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? (
            <IconChevronDown size={18} aria-hidden />
          ) : (
            <IconChevronUp size={18} aria-hidden />
          )}
        </ActionIcon>
      </header>
      <div id={listId} className={classes.body} hidden={!isOpen}>
        {isOpen && (
          <>
            <DockActions items={items} onSummary={() => setListed(true)} />
            <WindowedBox
              items={items}
              keyOf={getKey}
              rowHeight={USUAL_ROW_PX}
              className={classes.list}
            >
              {(item, place) => (
                <UploadRow key={item.key} item={item} onCancel={setCancelling} place={place} />
              )}
            </WindowedBox>
          </>
        )}
      </div>
      <UploadAnnouncer items={items} />
      <UploadSummary opened={isListed} onClose={() => setListed(false)} items={items} />
      <CancelDialog item={cancelling} onClose={() => setCancelling(undefined)} />
    </section>
  );
}

function DockHead({ items, titleId }: { items: readonly UploadItem[]; titleId: string }) {
  const t = useTranslations('uploads');
  const speed = useSpeedWords();
  const isOnline = useOnline();
  const totals = countTotals(items);
  const { uploading, waiting, uploaded, count, failed, interrupted, paused, checkErrors, ready } =
    totals;
  const isGoing = uploading + waiting > 0;
  const notes = [
    ...(isGoing && !isOnline ? [t('head.offline')] : []),
    ...(isGoing && isOnline ? speed(totals.bytesPerSecond, totals.secondsLeft) : []),
    ...(failed > 0 ? [t('head.failed', { count: failed })] : []),
    ...(interrupted > 0 ? [t('head.interrupted', { count: interrupted })] : []),
    ...(paused > 0 ? [t('head.paused', { count: paused })] : []),
    ...(checkErrors > 0 ? [t('head.checkErrors', { count: checkErrors })] : []),
    ...(ready === count ? [t('head.ready', { count })] : []),
  ];
  const title = isGoing
    ? t('head.uploading', { done: uploaded, count })
    : uploaded === count
      ? t('head.done', { count })
      : failed === count
        ? t('head.allFailed')
        : t('head.stopped', { done: uploaded, count });
  const isBad = failed + checkErrors > 0 && !isGoing;
  const tone = isBad ? 'danger' : uploaded === count ? 'success' : 'action';
  return (
    <>
      <ProgressRing value={totals.progress} label={t('head.progress')} tone={tone} />
      <div className={classes.words}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p className={classes.notes}>{notes.join(' · ') || t('head.quiet')}</p>
      </div>
    </>
  );
}
