import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { paths } from '../../../../paths.ts';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import type { UploadItem } from '../../data/store.ts';
import { isMine } from '../../data/transfers.ts';
import { getRowKind, isAtFault, TONES } from '../../rules/row.ts';
import { countTotals } from '../../rules/totals.ts';
import { useRowWords } from './row-words.ts';
import { useOnline } from '../use-line.ts';
import classes from './upload-row.module.css';

type Props = { opened: boolean; onClose: () => void; items: readonly UploadItem[] };

/** Every upload with where it stands, in one list. */
export function UploadSummary({ opened, onClose, items }: Props) {
  const t = useTranslations('uploads');
  const words = useTranslations('ui');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size={760}
      title={t('summary.title')}
      footer={
        <Button variant="default" onClick={onClose}>
          {words('close')}
        </Button>
      }
    >
      {opened && <SummaryTable items={items} onLeave={onClose} />}
    </Dialog>
  );
}

/** The table is paged, as each change of an upload draws the page again. */
const PER_PAGE = 50;

function SummaryTable({ items, onLeave }: { items: readonly UploadItem[]; onLeave: () => void }) {
  const t = useTranslations('uploads');
  const columns = useColumns(onLeave);
  const { uploaded, count } = countTotals(items);
  const [asked, setPage] = useState(1);
  const lastPage = Math.max(1, Math.ceil(items.length / PER_PAGE));
  // Rows go when they are finished.
  const page = Math.min(asked, lastPage);
  return (
    <>
      <p>{t('announce.done', { done: uploaded, count })}</p>
      <DataTable
        label={t('summary.title')}
        columns={columns}
        rows={items.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
        rowKey={(item) => item.key}
      />
      {lastPage > 1 && (
        <Pager page={page} lastPage={lastPage} perPage={PER_PAGE} total={count} onPage={setPage} />
      )}
    </>
  );
}

function useColumns(onLeave: () => void): Column<UploadItem>[] {
  const t = useTranslations('uploads');
  const format = useFormat();
  return [
    {
      key: 'title',
      header: t('summary.video'),
      phone: 'lead',
      cell: (item) => (
        <Link
          to={paths.video(item.teamName, item.projectKey, item.key)}
          className={classes.summaryTitle}
          onClick={onLeave}
        >
          {item.settings.title}
        </Link>
      ),
    },
    {
      key: 'size',
      header: t('summary.size'),
      align: 'right',
      width: '110px',
      cell: (item) => format.bytes(item.sizeBytes),
    },
    {
      key: 'sent',
      header: t('summary.sent'),
      align: 'right',
      width: '100px',
      cell: (item) => format.percent(Math.floor((item.sentBytes / item.sizeBytes) * 100) / 100),
    },
    {
      key: 'state',
      header: t('summary.state'),
      width: '250px',
      cell: (item) => <SummaryState item={item} />,
    },
  ];
}

function SummaryState({ item }: { item: UploadItem }) {
  const videos = useTranslations('videos');
  const kind = getRowKind(item, isMine(item), useOnline());
  const words = useRowWords(item, kind);
  return (
    <div className={classes.summaryState}>
      <StatusPill tone={TONES[kind]}>
        {kind === 'uploading' ? videos('states.uploading') : words.state}
      </StatusPill>
      {(kind === 'failed' || isAtFault(kind)) && (
        <span className={classes.summaryReason}>{words.facts.join(' · ')}</span>
      )}
    </div>
  );
}
