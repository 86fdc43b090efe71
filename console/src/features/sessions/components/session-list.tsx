import type { Session } from '@kinora/contract/sessions';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { endSession, sessionsQuery } from '../data.ts';
import { SessionName, useSessionName } from './session-name.tsx';
import classes from './sessions.module.css';

export function SessionList() {
  const t = useTranslations('sessions');
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session>();
  const columns = useColumns(setEnding);
  return (
    <>
      <Loaded query={sessions} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => (
          <DataTable
            label={t('list')}
            columns={columns}
            rows={data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))}
            rowKey={(row) => row.id}
          />
        )}
      </Loaded>
      <EndDialog session={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function useColumns(onEnd: (session: Session) => void): Column<Session>[] {
  const t = useTranslations('sessions');
  const format = useFormat();
  const nameOf = useSessionName();
  return [
    {
      key: 'device',
      header: t('device'),
      phone: 'lead',
      cell: (session) => <SessionName session={session} />,
    },
    {
      key: 'network',
      header: t('network'),
      width: '220px',
      cell: (session) => <span className={classes.second}>{session.network}</span>,
    },
    {
      key: 'used',
      header: t('used'),
      width: '150px',
      cell: (session) => (
        <span className={classes.second}>
          {format.relative(session.isCurrent ? new Date() : session.lastUsedAt)}
        </span>
      ),
    },
    {
      key: 'begun',
      header: t('begun'),
      width: '170px',
      cell: (session) => (
        <span className={classes.second}>{format.dateTime(session.createdAt)}</span>
      ),
    },
    {
      key: 'end',
      header: <span className="visually-hidden">{t('end')}</span>,
      align: 'right',
      width: '130px',
      phone: 'plain',
      cell: (session) =>
        session.isCurrent ? null : (
          <Button
            size="xs"
            variant="default"
            className={classes.end ?? ''}
            aria-label={t('endNamed', { name: nameOf(session) })}
            onClick={() => onEnd(session)}
          >
            {t('end')}
          </Button>
        ),
    },
  ];
}

type EndProps = { session: Session | undefined; onClose: () => void };

function EndDialog({ session, onClose }: EndProps) {
  const t = useTranslations('sessions');
  const queryClient = useQueryClient();
  const nameOf = useSessionName();
  return (
    <RemoveDialog
      thing={session}
      onClose={onClose}
      run={({ id }) => endSession(id)}
      done={t('endOne.done')}
      onDone={() => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
      title={t('endOne.title')}
      button={t('endOne.button')}
      item={t('item')}
    >
      {session && <p>{t('endOne.text', { name: nameOf(session), network: session.network })}</p>}
    </RemoveDialog>
  );
}
