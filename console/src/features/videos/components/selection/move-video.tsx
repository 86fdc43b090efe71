import type { VideoSummary } from '@kinora/contract/videos/summary';
import { MoveDialog } from './move-dialog.tsx';
import { useStartBatch } from './use-start-batch.ts';

type Props = {
  video: Pick<VideoSummary, 'key' | 'project'>;
  opened: boolean;
  onClose: () => void;
};

/** Moves one video in the same way as many: its end is shown, and it can be undone. */
export function MoveVideo({ video, opened, onClose }: Props) {
  const start = useStartBatch(onClose);
  return (
    <MoveDialog
      opened={opened}
      onClose={onClose}
      amount={{ count: 1, known: 'exact' }}
      projectKey={video.project.key}
      busy={start.isPending}
      onProject={(projectKey) =>
        start.mutate({ action: { type: 'move', projectKey }, videos: { keys: [video.key] } })
      }
    />
  );
}
