import {
  MAX_LISTED_FAILURES,
  type BatchAction,
  type VideoBatch,
} from '@kinora/contract/video-batches';

/** The kind of long work that batches are. */
export const CHANGE_VIDEOS = 'change-videos';

/** An undo is possible for as long as the recycle bin keeps a video. */
export const MAX_UNDO_DAYS = 30;

export type BatchKind = BatchAction['type'];
export const BATCH_KINDS = [
  'addTags',
  'removeTags',
  'move',
  'delete',
  'rotateKeys',
] as const satisfies readonly BatchKind[];

/** Tags are those that are added or removed; where videos are moved to is the work's project. */
export type BatchInput = { action: BatchKind; tags: string[] };

/** Tags that a video got or lost, the project that it was moved from, or when it was deleted. */
export type Changed = {
  tags?: string[] | undefined;
  projectId?: string | undefined;
  deletedAt?: Date | undefined;
};

export type BatchRow = {
  id: string;
  action: BatchKind;
  tags: string[];
  project: { key: string; name: string } | null;
  undoOf: string | null;
  state: VideoBatch['state'];
  total: number;
  done: number;
  failed: number;
  isUndoable: boolean;
  /** The caller made it. */
  isOwn: boolean;
  createdAt: Date;
  completedAt: Date | null;
  failures: VideoBatch['failures'];
};

export function toVideoBatch({ isOwn: _isOwn, ...row }: BatchRow): VideoBatch {
  return {
    ...row,
    action: row.undoOf === null ? row.action : 'undo',
    failures: row.failures.slice(0, MAX_LISTED_FAILURES),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
