import { readyPart } from '../base/lazy-part.tsx';

export const ConfirmDialog = readyPart(
  async () => (await import('./overlay/confirm-dialog.tsx')).ConfirmDialog,
);
