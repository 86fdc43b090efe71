import type { KeySource } from '@kinora/media/protect/aes-128';
import { forgetMediaTools, getMediaTools } from '@kinora/media/cage/found-tools';
import type { Context } from '../../../base/context.ts';
import type { PieceMaker } from '../../pieces/rules/maker.ts';
import { takeArrived } from '../actions/begin.ts';
import { failPiece } from '../actions/finish.ts';
import { recordProgress } from '../actions/segments.ts';
import { problemOf } from './problem.ts';
import { runPiece } from './run-piece.ts';
import { sourcesOf } from './sources.ts';
import { openStreamKeys } from './stream-keys.ts';

/**
 * Makes pieces of streams from their sources.
 *
 * @param keySource who is asked for the keys of streams that are to be encrypted whole
 * @param encoder whose pieces these are; its own ffmpeg's when left out
 */
export function openPieceMaker(
  { db, storage }: Context,
  keySource: KeySource | null,
  encoder: () => Promise<string> = ownEncoder,
): PieceMaker {
  const sources = sourcesOf(storage);
  const keys = openStreamKeys(keySource);
  return {
    encoder,
    make: (run, piece) => runPiece({ ...run, sources, keys }, piece),
    async fail(context, piece, error) {
      const problem = problemOf(error);
      if (problem.isOtherEncoder) forgetMediaTools();
      await context.db.transaction().execute((tx) => failPiece(tx, piece, problem));
    },
    recordProgress: (revisionKeys) => recordProgress(db, revisionKeys),
    takeArrived: () => takeArrived(db),
    close: () => sources.close(),
  };
}

/** Without ffmpeg a worker still makes what needs no encoder. */
const ownEncoder = () =>
  getMediaTools().then(
    ({ fingerprint }) => fingerprint,
    () => '',
  );
