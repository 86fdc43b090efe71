import { forgetMediaTools, getMediaTools } from '@kinora/media/cage/found-tools';
import type { Context } from '../../../base/context.ts';
import type { PieceMaker } from '../../pieces/rules/maker.ts';
import { failPiece } from '../actions/piece-ends.ts';
import { recordProgress } from '../actions/record-progress.ts';
import { toProblem } from './problem.ts';
import { createProgressPace } from './progress-pace.ts';
import { reportFailed } from './report.ts';
import { runPiece } from './run-piece.ts';
import { getSources } from './sources.ts';

/**
 * Makes pieces of streams from their sources.
 *
 * @param encoder names the encoder; by default this machine's ffmpeg
 */
export function openPieceMaker(
  { db, storage, log }: Context,
  encoder: () => Promise<string> = getOwnEncoder,
): PieceMaker {
  const sources = getSources(storage);
  const progress = createProgressPace(
    (revisionKeys) => recordProgress(db, revisionKeys),
    (err) => log.warn({ err }, 'progress was not recorded'),
  );
  return {
    encoder,
    make: (run, piece) => runPiece({ ...run, sources, progress }, piece),
    async fail(context, piece, error) {
      const problem = toProblem(error);
      if (problem.isOtherEncoder) forgetMediaTools();
      const isEnd = await context.db.transaction().execute((tx) => failPiece(tx, piece, problem));
      if (isEnd) await reportFailed(context, piece.revisionKey, problem);
    },
    close: () => {
      progress.close();
      return sources.close();
    },
  };
}

/** Without ffmpeg a worker still makes pieces that need no encoder. */
const getOwnEncoder = () =>
  getMediaTools().then(
    ({ fingerprint }) => fingerprint,
    () => '',
  );
