import { lazyPart } from '../../../../base/lazy-part.tsx';

export const ShareDialog = lazyPart(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  'videos',
  'videos.links',
);
