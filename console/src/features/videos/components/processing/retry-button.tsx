import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { showToast } from '../../../../base/toasts.ts';
import { useSave } from '../../../../base/use-save.ts';
import { refreshVideo, retryVideo } from '../../data.ts';
import classes from './processing-view.module.css';

type Props = {
  videoKey: string;
  /** Named for screen readers where several stand below each other. */
  title?: string;
  small?: boolean;
};

/** Retries work that was given up. When there is none any more, it says so and refetches. */
export function RetryButton({ videoKey, title, small }: Props) {
  const t = useTranslations('videos.processing');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const run = async () => {
    try {
      await retryVideo(scope, videoKey);
    } finally {
      await refreshVideo(queryClient, scope, videoKey);
    }
  };
  const retry = useSave({
    run,
    done: t('retried'),
    shownByPage: ({ code }) => {
      // Another person was quicker, or it went well by itself: no failure.
      if (code !== 'nothing_to_retry') return false;
      showToast('info', { title: t('nothingToRetry') });
      return true;
    },
  });
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      className={classes.retry ?? ''}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
      leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
      {...(title !== undefined && { 'aria-label': t('retryNamed', { title }) })}
    >
      {t('retry')}
    </Button>
  );
}
