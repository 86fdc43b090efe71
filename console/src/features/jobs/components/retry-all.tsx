import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { teamKey, useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';

/** Tries everything that failed once more, wherever the person may change videos. */
export function RetryAll({ count }: { count: number }) {
  const t = useTranslations('jobs.retryAll');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const retry = useSave({
    run: () => scope.api.jobs.retryAll({}),
    done: ({ retried }) => t('done', { count: retried }),
    onDone: () => queryClient.invalidateQueries({ queryKey: teamKey(scope, 'jobs') }),
  });
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate()}
      leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
    >
      {t('button', { count })}
    </Button>
  );
}
