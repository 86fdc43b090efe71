import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { DeleteThing } from '../../../ui/delete-thing.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { deleteOverlay, refreshOverlays } from '../data.ts';
import { OverlayCard } from './overlay-card.tsx';
import classes from './overlay-list.module.css';

export function OverlayList({ overlays }: { overlays: readonly OverlayPreset[] }) {
  const t = useTranslations('overlayPresets');
  const ui = useTranslations('ui.things');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<OverlayPreset>();
  return (
    <>
      <ul className={classes.grid}>
        {overlays.map((overlay) => (
          <OverlayCard key={overlay.id} overlay={overlay} onDelete={setDeleting} />
        ))}
      </ul>
      <DeleteThing
        thing={deleting}
        onClose={() => setDeleting(undefined)}
        item={t('item')}
        run={({ id }) => deleteOverlay(scope, id)}
        onDone={() => refreshOverlays(queryClient, scope)}
        text={ui('cannotUndo')}
      />
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
