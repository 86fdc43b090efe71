import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { FormPage } from '../../../../ui/form-page.tsx';
import classes from './video-skeleton.module.css';

export function VideoSkeleton() {
  return (
    <Loading>
      <div className={classes.head}>
        <Skeleton width={180} height={13} />
        <Skeleton width="min(420px, 80%)" height={26} />
        <Skeleton width="min(300px, 60%)" height={14} />
      </div>
      <FormPage
        aside={
          <>
            <div className={classes.card} />
            <div className={classes.card} />
          </>
        }
      >
        <div className={classes.player} />
      </FormPage>
    </Loading>
  );
}
