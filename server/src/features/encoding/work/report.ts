import words from '@kinora/i18n/en/videos' with { type: 'json' };
import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Context } from '../../../base/context.ts';
import { findProgress } from '../../revisions/queries.ts';

type Reporter = Pick<Context, 'db' | 'log'>;

/** Tells the operator that a whole stream is there. */
export async function reportEncoded({ db, log }: Reporter, revisionKey: string): Promise<void> {
  const { title, seconds } = await findProgress(db, revisionKey);
  const text = `“${title}” is encoded, ${Math.round(seconds)} s after its last byte came`;
  log.notice({ revisionKey, seconds, text }, 'video encoded');
}

/** Logs that a video, or a part of it, is given up; the page of the video tells its owner what to do. */
export async function reportFailed(
  { db, log }: Reporter,
  revisionKey: string,
  { reason, detail }: { reason: SourceProblem; detail: string },
): Promise<void> {
  const { title } = await findProgress(db, revisionKey);
  const text = `“${title}” can’t be encoded: ${words.reasons[reason]} (${detail})`;
  log.notice({ revisionKey, reason, detail, text }, 'video failed');
}
