import {
  MAX_LISTED_FAILURES,
  type BatchAction,
  type BatchFailureCode,
  type VideoBatch,
} from '@kinora/contract/video-batches';

/** An undo is possible for as long as the recycle bin keeps a video. */
export const MAX_UNDO_DAYS = 30;

export type BatchKind = BatchAction['type'];

/** Says what became of one video. Only what was changed is kept, for an undo. */
export type Outcome =
  | { failure: BatchFailureCode }
  | { failure?: undefined; tags?: string[]; projectId?: string; deletedAt?: Date };

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
