import type { Storage } from '@kinora/storage/storage';

/** The edge only reads. */
export type EdgeStorage = Pick<
  Storage,
  'read' | 'open' | 'stat' | 'localPath' | 'signUrl' | 'check'
>;
