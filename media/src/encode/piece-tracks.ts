import { selectRenditions } from './encode-arguments.ts';
import { withDelay } from '../mp4/init-delay.ts';
import { withLanguage } from '../mp4/init-language.ts';
import { withoutPreSkip } from '../mp4/opus-init.ts';
import { getPieceWindow, getAudioWindow } from '../plan/piece-window.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import { type Segmenter, createAudioSegmenter, createVideoSegmenter } from './segmenter.ts';

/** One rendition of a piece; ticks are of its own timeline. */
export type PieceTrack = {
  id: string;
  firstSegment: number;
  lastSegment: number;
  startTick: number;
  endTick: number;
  /** first tick of each segment of the whole rendition, and its end */
  borders: readonly number[];
  segmenter: Segmenter;
  /** completes the encoder's init segment with facts of the track that it does not know */
  finishInit: (init: Buffer) => Buffer;
};

/**
 * Lists the renditions of a piece in the order of its pipes. Throws RangeError when there is no
 * such piece.
 */
export function listPieceTracks(plan: EncodingPlan, piece: PlannedPiece): PieceTrack[] {
  if (piece.kind === 'copy') throw new RangeError('a copy is not encoded');
  const { video, audio } = selectRenditions(plan, piece);
  const { firstSegment, lastSegment, startTick, endTick } = getPieceWindow(plan, piece);
  const videoTracks = video.map(({ id, delayTicks }) => ({
    id,
    firstSegment,
    lastSegment,
    startTick,
    endTick,
    borders: [...plan.grid.borders, plan.grid.endTick],
    segmenter: createVideoSegmenter(plan.grid, firstSegment, lastSegment, delayTicks),
    finishInit: (init: Buffer) => withDelay(init, delayTicks),
  }));
  const audioTracks = audio.map((planned) => {
    const { first, last } = getAudioWindow(planned, piece);
    const end = planned.frameCount * planned.frameSamples;
    const borders = [...planned.borders.map((frame) => frame * planned.frameSamples), end];
    return {
      id: planned.id,
      firstSegment: first,
      lastSegment: last,
      // Audio is encoded from its start, whatever part of it is kept.
      startTick: 0,
      endTick: borders[last] ?? end,
      borders,
      segmenter: createAudioSegmenter(planned, first, last),
      finishInit: (init: Buffer) =>
        withLanguage(
          planned.intent.codec === 'opus' ? withoutPreSkip(init) : init,
          planned.languageCode,
        ),
    };
  });
  return [...videoTracks, ...audioTracks];
}

/** Returns the planned length of a segment of a rendition. */
export function getPlannedTicks({ borders }: PieceTrack, number: number): number {
  return (borders[number] ?? 0) - (borders[number - 1] ?? 0);
}
