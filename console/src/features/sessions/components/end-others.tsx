import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSave } from '../../../base/use-save.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { endOtherSessions, sessionsQuery } from '../data.ts';

/** Nothing where there is no other session. */
export function EndOthers() {
  const t = useTranslations('sessions');
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const others = useQuery(sessionsQuery).data?.data.filter((one) => !one.isCurrent).length ?? 0;
  const save = useSave({
    run: endOtherSessions,
    done: t('others.done'),
    onDone: async () => {
      setOpened(false);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    shownByPage: () => true,
  });
  const close = () => {
    save.reset();
    setOpened(false);
  };
  return (
    <>
      {others > 0 && (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('others.button')}
        </Button>
      )}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        onConfirm={() => save.mutate()}
        title={t('others.title')}
        confirmLabel={t('others.confirm')}
        danger
        busy={save.isPending}
        error={save.error}
        item={t('item')}
      >
        <p>{t('others.text', { count: others })}</p>
      </ConfirmDialog>
    </>
  );
}
