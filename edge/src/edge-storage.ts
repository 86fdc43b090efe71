import type { Storage } from '@kinora/storage/storage';

/** The edge reads, and nothing else. */
export type EdgeStorage = Pick<Storage, 'read' | 'open' | 'stat' | 'localPath' | 'check'>;
