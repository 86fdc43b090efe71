import type { Bandwidth, StreamDescription } from '@kinora/contract/stream';
import type { EncodedRendition, EncodedStream } from './encode.ts';
import type { EncodingPlan } from './plan.ts';

/**
 * The stream description of a plan: complete before anything is encoded, with planned bandwidths and
 * nothing ready. With `encoded`, what was measured replaces what was planned, and renditions are ready.
 */
export function describeStream(
  keys: { videoKey: string; revisionKey: string },
  plan: EncodingPlan,
  encoded: EncodedStream | null,
  coverWidths: number[],
): StreamDescription {
  const findEncoded = (id: string): EncodedRendition | undefined =>
    [...(encoded?.video ?? []), ...(encoded?.audio ?? [])].find((rendition) => rendition.id === id);
  return {
    version: 1,
    ...keys,
    durationMs: plan.durationMs,
    videoSegments: plan.video ? (encoded?.video[0]?.timeline ?? plan.video.timeline) : null,
    video: (plan.video?.renditions ?? []).map((planned) => {
      const written = findEncoded(planned.id);
      return {
        id: planned.id,
        codec: written?.codec ?? planned.codec,
        width: planned.rung.width,
        height: planned.rung.height,
        frameRate: planned.frameRate,
        bandwidth: bandwidth(planned, written),
        ready: written !== undefined,
      };
    }),
    audio: plan.audio.map((planned) => {
      const written = findEncoded(planned.id);
      return {
        id: planned.id,
        codec: written?.codec ?? planned.codec,
        channels: planned.channels,
        sampleRate: planned.intent.sampleRate,
        languageCode: planned.languageCode,
        name: planned.name,
        segments: written?.timeline ?? planned.timeline,
        bandwidth: bandwidth(planned, written),
        ready: written !== undefined,
      };
    }),
    coverWidths,
  };
}

function bandwidth(
  planned: { peakBps: number; averageBps: number },
  written: EncodedRendition | undefined,
): Bandwidth {
  const { peakBps, averageBps } = written ?? planned;
  return { peakBps, averageBps, measured: written !== undefined };
}
