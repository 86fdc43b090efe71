import { Loading, Skeleton } from '../skeleton.tsx';
import classes from './choices-skeleton.module.css';

export function ChoicesSkeleton() {
  return (
    <Loading>
      <div className={classes.bones}>
        <Skeleton height={66} />
        <Skeleton height={66} />
      </div>
    </Loading>
  );
}
