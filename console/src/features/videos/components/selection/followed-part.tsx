import { BatchStrips } from './batch-strip.tsx';
import { useFollowedBatches } from './use-followed-batches.ts';
import classes from '../../../../ui/work-strip.module.css';

/** Tells on a page without a list how the changes end that were begun there or before. */
export function FollowedPart() {
  const followed = useFollowedBatches();
  if (followed.length === 0) return null;
  return (
    <div className={classes.place}>
      <BatchStrips ids={followed} />
    </div>
  );
}
