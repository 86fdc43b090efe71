import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import columns from '../../../../ui/columns.module.css';
import classes from './video-skeleton.module.css';
import page from './video-page.module.css';

export function VideoSkeleton() {
  return (
    <Loading>
      <div className={classes.head}>
        <Skeleton width={180} height={13} />
        <Skeleton width="min(420px, 80%)" height={26} />
        <Skeleton width="min(300px, 60%)" height={14} />
      </div>
      <div className={`${columns.root} ${page.columns}`}>
        <div className={classes.player} />
        <div className={columns.column}>
          <div className={classes.card} />
          <div className={classes.card} />
        </div>
      </div>
    </Loading>
  );
}
