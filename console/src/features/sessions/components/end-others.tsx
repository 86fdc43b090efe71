import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { endOtherSessions, sessionsQuery } from '../data.ts';

/** Nothing where there is no other session. */
export function EndOthers() {
  const t = useTranslations('sessions');
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const others = useQuery(sessionsQuery).data?.data.filter((one) => !one.isCurrent).length ?? 0;
  return (
    <>
      {others > 0 && (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('others.button')}
        </Button>
      )}
      <RemoveDialog
        thing={opened || undefined}
        onClose={() => setOpened(false)}
        run={() => endOtherSessions()}
        done={t('others.done')}
        onDone={() => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
        title={t('others.title')}
        button={t('others.confirm')}
        item={t('item')}
      >
        <p>{t('others.text', { count: others })}</p>
      </RemoveDialog>
    </>
  );
}
