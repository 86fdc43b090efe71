import { Loading, Skeleton, TableSkeleton } from '../../../ui/skeleton.tsx';
import classes from './project-skeleton.module.css';

/** A project's head and tabs with its videos below, while the project loads. */
export function ProjectSkeleton() {
  return (
    <>
      <Loading>
        <div className={classes.head}>
          <Skeleton width={180} height={12} />
          <Skeleton width={140} height={24} />
          <Skeleton width={240} height={12} />
        </div>
        <div className={classes.tabs}>
          <Skeleton width={70} />
          <Skeleton width={52} />
        </div>
        <div className={classes.tools}>
          <Skeleton width={380} height={36} />
          <Skeleton width={90} height={36} />
        </div>
      </Loading>
      <TableSkeleton thumbnails />
    </>
  );
}
