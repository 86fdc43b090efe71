import { renditionsOf } from './encode-arguments.ts';
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
  /** the encoder's init segment, with what it does not know of the track */
  finishInit: (init: Buffer) => Buffer;
};

/** The renditions of a piece in the order of its pipes. Throws RangeError when there is no such piece. */
export function pieceTracks(plan: EncodingPlan, piece: PlannedPiece): PieceTrack[] {
  if (piece.kind === 'copy') throw new RangeError('a copy is not encoded');
  const { video, audio } = renditionsOf(plan, piece);
  const { firstSegment, lastSegment, startTick, endTick } = getPieceWindow(plan, piece);
  const pictures = video.map(({ id, delayTicks = 0 }) => ({
    id,
    firstSegment,
    lastSegment,
    startTick,
    endTick,
    borders: [...plan.grid.borders, plan.grid.endTick],
    segmenter: createVideoSegmenter(plan.grid, firstSegment, lastSegment, delayTicks),
    finishInit: (init: Buffer) => withDelay(init, delayTicks),
  }));
  const sounds = audio.map((planned) => {
    const { first, last } = getAudioWindow(planned, piece);
    const end = planned.frameCount * planned.frameSamples;
    const borders = [...planned.borders.map((frame) => frame * planned.frameSamples), end];
    return {
      id: planned.id,
      firstSegment: first,
      lastSegment: last,
      // Whatever is kept of it, sound is encoded from its start.
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
  return [...pictures, ...sounds];
}

/** How long a segment of a rendition must be. */
export function plannedTicks({ borders }: PieceTrack, number: number): number {
  return (borders[number] ?? 0) - (borders[number - 1] ?? 0);
}
