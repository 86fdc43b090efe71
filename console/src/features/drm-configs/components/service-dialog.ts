import { lazyPart } from '../../../base/lazy-part.tsx';

/** Few set a service up, and seldom: its forms come when they are opened. */
export const ServiceDialog = lazyPart(
  async () => (await import('./forms/service-dialog.tsx')).ServiceDialog,
  'drmConfigs',
  'drmConfigs.devices',
  'drmConfigs.services',
);
