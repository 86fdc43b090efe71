import { lazy, Suspense, useSyncExternalStore } from 'react';
import { subscribePresence, uploadsPresent } from '../data/presence.ts';
import { DropAnywhere } from './drop-anywhere.tsx';

const UploadDock = lazy(async () => ({
  default: (await import('./upload-dock.tsx')).UploadDock,
}));

/** The uploads of this browser on every page of a team; fetched only when there are any. */
export function UploadPanel() {
  const isPresent = useSyncExternalStore(subscribePresence, uploadsPresent);
  return (
    <>
      <DropAnywhere />
      {isPresent && (
        <Suspense fallback={null}>
          <UploadDock />
        </Suspense>
      )}
    </>
  );
}
