import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useState } from 'react';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { DeleteOverlay } from './delete-overlay.tsx';
import { OverlayCard } from './overlay-card.tsx';
import classes from './overlay-list.module.css';

export function OverlayList({ overlays }: { overlays: readonly OverlayPreset[] }) {
  const [deleting, setDeleting] = useState<OverlayPreset>();
  return (
    <>
      <ul className={classes.grid}>
        {overlays.map((overlay) => (
          <OverlayCard key={overlay.id} overlay={overlay} onDelete={setDeleting} />
        ))}
      </ul>
      <DeleteOverlay overlay={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

export function OverlayListSkeleton() {
  return (
    <Loading>
      <div className={classes.grid}>
        {[0, 1, 2].map((card) => (
          <div key={card} className={classes.card}>
            <div className={classes.bone} />
            <div className={classes.words}>
              <div className={classes.text}>
                <Skeleton width="60%" />
                <Skeleton width="80%" height={11} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
