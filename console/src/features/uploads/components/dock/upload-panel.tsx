import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useStore } from '../../../../base/store.ts';
import { presence } from '../../data/presence.ts';
import { DropAnywhere } from '../drop/drop-anywhere.tsx';

const UploadDock = lazyPart(
  async () => (await import('./upload-dock.tsx')).UploadDock,
  'uploads',
  'uploads.speed',
  'videos',
  'videos.processing',
);

/** The uploads of this browser on every page of a team; fetched only when there are any. */
export function UploadPanel() {
  const isPresent = useStore(presence);
  return (
    <>
      <DropAnywhere />
      {isPresent && <UploadDock />}
    </>
  );
}
