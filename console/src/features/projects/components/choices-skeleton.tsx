import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import classes from './create/create-wizard.module.css';

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
