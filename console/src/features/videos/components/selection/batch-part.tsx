import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useTeam } from '../../../../base/team-scope.ts';
import { countAll, isEmpty } from '../../rules/selection.ts';
import { BatchStrips } from './batch-strip.tsx';
import { useFollowedBatches } from './use-followed-batches.ts';
import { SelectionStatus } from './selection-status.tsx';
import type { Selecting } from './use-selection.ts';
import classes from '../../../../ui/work-strip.module.css';

// The bar's code loads with the first pick; the rest loads with every list.
const BulkBar = lazyPart(
  async () => (await import('./bulk-bar.tsx')).BulkBar,
  'videos',
  'videos.batch',
  'projects',
  'playbackChannels.effects',
);

type Props = {
  selecting: Selecting;
  /** Videos that match the list's filter. */
  total: { total: number; isTotalCapped: boolean } | undefined;
  projectKey: string | undefined;
};

/** Floats below a list: the actions for picked videos, and their progress. */
export function BatchPart({ selecting, total, projectKey }: Props) {
  const { role } = useTeam();
  const followed = useFollowedBatches();
  // In a list over several projects only an admin can change every video for sure.
  const all = countAll(total, projectKey !== undefined || role === 'admin');
  const isBarShown = !isEmpty(selecting.selection);
  return (
    <>
      <SelectionStatus count={selecting.count} all={all} />
      {(isBarShown || followed.length > 0) && (
        <div className={classes.place}>
          <BatchStrips ids={followed} />
          {isBarShown && <BulkBar selecting={selecting} all={all} projectKey={projectKey} />}
        </div>
      )}
    </>
  );
}
