import { writeAudioInit, writeVideoInit } from '@kinora/media/copy/copy-init';
import {
  type CopiedSegment,
  copyAudioSegments,
  copyVideoSegments,
} from '@kinora/media/copy/copy-segments';
import type { PieceSink } from '@kinora/media/encode/encode-piece';
import { EncodeError } from '@kinora/media/cage/errors';
import type { ByteSource } from '@kinora/media/mp4/mp4-file';
import { readMp4Index } from '@kinora/media/mp4/mp4-index';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';

type CopyWork = { renditionIds: string[]; firstSegment: number; lastSegment: number };

/** Writes segments of renditions that are the source's own bytes; no process is started. */
export async function copyPiece(
  plan: EncodingPlan,
  { renditionIds, firstSegment, lastSegment }: CopyWork,
  source: ByteSource,
  sink: PieceSink,
  signal: AbortSignal,
): Promise<void> {
  const index = await readMp4Index(source);
  if (!index) throw new EncodeError('source_unreadable', 'the index is not there');
  const range = { first: firstSegment, last: lastSegment };
  for (const id of renditionIds) {
    const put = ({ number, bytes, ticks, keyFrames }: CopiedSegment) =>
      sink.segment(id, number, bytes, { ticks, keyFrames });
    const video = plan.video?.renditions.find((rendition) => rendition.id === id);
    if (plan.video && video?.source === 'copy') {
      const { timing } = plan.video;
      const keyTicks = timing.mode === 'sourceKeys' ? timing.keyTicks : [];
      const copy = { ...video.copy, keyTicks };
      await sink.init(id, writeVideoInit(index, copy));
      await copyVideoSegments(source, index, copy, range, put, signal);
    }
    const audio = plan.audio.find((rendition) => rendition.id === id);
    if (audio?.source === 'copy') {
      await sink.init(id, writeAudioInit(index, audio));
      await copyAudioSegments(source, index, audio, range, put, signal);
    }
  }
}
