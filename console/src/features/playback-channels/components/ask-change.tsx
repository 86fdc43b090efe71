import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { channelUsesQuery } from '../data.ts';

/** The console asks this before it changes who may watch. */
export type Question = {
  title: string;
  /** Says what stops playing, or who may watch then. */
  texts: readonly string[];
  /** A verb. */
  button: string;
};

type Props = {
  channel: PlaybackChannel;
  /** Undefined closes the dialog. */
  question: Question | undefined;
  onClose: () => void;
  onConfirm: () => void;
  busy: boolean;
  error?: unknown;
};

/** Says what a change of a channel does, and to how many videos, before it is made. */
export function AskChange({ channel, question, ...rest }: Props) {
  const t = useTranslations('playbackChannels');
  const isOpen = question !== undefined;
  const uses = useQuery({ ...channelUsesQuery(useTeamScope(), channel.id), enabled: isOpen });
  return (
    <ConfirmDialog
      {...rest}
      opened={isOpen}
      title={question?.title ?? ''}
      confirmLabel={question?.button ?? ''}
      item={t('item')}
      danger
    >
      {question?.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {uses.data && !uses.isFetching ? (
        <p>
          <strong>
            {t('uses', { projects: uses.data.projectCount, videos: uses.data.videoCount })}
          </strong>
        </p>
      ) : (
        uses.isFetching && <Skeleton width="70%" />
      )}
    </ConfirmDialog>
  );
}
