import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../../base/session.ts';
import { closeDock, closedStore } from '../../data/closed.ts';
import { openUploads, suspendUploads } from '../../data/session.ts';
import type { UploadItem } from '../../data/store.ts';
import { useStore } from '../../../../base/store.ts';
import { countTotals, isGoing } from '../../rules/totals.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DockActions } from './dock-actions.tsx';
import { DockHead } from './dock-head.tsx';
import { UploadAnnouncer } from './upload-announcer.tsx';
import { UploadRow } from './upload-row.tsx';
import { UploadSummary } from './upload-summary.tsx';
import { useDockRoom } from './use-dock-room.ts';
import { useNotices } from './use-notices.ts';
import { useFreshLists } from './use-fresh-lists.ts';
import { useOpenDock } from './use-open-dock.ts';
import { useUploads } from '../use-uploads.ts';
import { WindowedBox } from '../windowed-list.tsx';
import classes from './upload-dock.module.css';

/** The queue at the bottom right of every page; on phones a bar. */
export function UploadDock() {
  const accountId = useMe()?.account.id;
  const all = useUploads();
  const closed = useStore(closedStore);
  useFreshLists();
  useNotices(all);
  useEffect(() => {
    if (accountId === undefined) return undefined;
    void openUploads(accountId);
    return suspendUploads;
  }, [accountId]);
  // Closed on what it showed then: what moves again, or is new, opens it.
  const isClosed = all.every(({ key, state }) => closed.get(key) === state);
  // The first drawing is deferred, so that the page stays responsive.
  const isShown = useDeferredValue(!isClosed);
  if (isClosed || !isShown) return null;
  return <Dock items={all} />;
}

const getKey = ({ key }: UploadItem) => key;
const USUAL_ROW_PX = 82;

function Dock({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslations('uploads');
  const totals = countTotals(items);
  const isMoving = isGoing(totals);
  const needsPerson = totals.failed + totals.interrupted + totals.paused > 0;
  const [isOpen, setOpen] = useOpenDock(isMoving, needsPerson);
  const [isListed, setListed] = useState(false);
  const [cancelling, setCancelling] = useState<UploadItem>();
  const titleId = useId();
  const listId = useId();
  const box = useDockRoom();

  return (
    <section
      ref={box}
      className={classes.dock}
      aria-labelledby={titleId}
      data-open={isOpen || undefined}
    >
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
        {!isMoving && (
          <ActionIcon aria-label={t('close')} onClick={() => void closeDock()}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
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
