import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Bandwidth, Storyboard, StreamDescription } from '@kinora/contract/stream';
import type { EncodingPlan } from './encoding-plan.ts';

/** The measurements of a rendition once bytes of it are stored. */
export type MeasuredRendition = {
  /** RFC 6381, read from the init segment */
  codec: string;
  /** null until all of it is stored: the planned rates are used instead */
  bandwidth: { peakBps: number; averageBps: number } | null;
  /** null until its key frames are stored; always for audio */
  iFrames: { peakBps: number; averageBps: number } | null;
};

export type DescribeOptions = {
  deliveryModel: DeliveryModel;
  /** renditions are listed even if segments of them are missing */
  open: boolean;
  /** ids of the renditions whose segments are all stored */
  ready: ReadonlySet<string>;
  measured: ReadonlyMap<string, MeasuredRendition>;
  /** ascending */
  coverWidths: number[];
  firstRenditionId: string | null;
  storyboard?: Storyboard | null;
};

/**
 * Describes the stream of a plan: complete before anything is encoded, with planned bandwidths.
 * Measured values replace planned ones.
 */
export function describeStream(
  keys: { videoKey: string; revisionKey: string },
  plan: EncodingPlan,
  options: DescribeOptions,
): StreamDescription {
  const { measured, ready } = options;
  return {
    version: 1,
    ...keys,
    durationMs: plan.durationMs,
    videoSegments: plan.video?.timeline ?? null,
    video: (plan.video?.renditions ?? []).map((planned) => {
      const { id, width, height, frameRate, audioIds } = planned;
      return {
        id,
        codec: measured.get(id)?.codec ?? planned.codec,
        width,
        height,
        frameRate,
        bandwidth: toBandwidth(planned, measured.get(id)),
        ready: ready.has(id),
        iFrames: toIFrames(measured.get(id)),
        ...(audioIds ? { audioIds } : {}),
      };
    }),
    audio: plan.audio.map((planned) => {
      const { id, channels, sampleRate, languageCode, name, isAudioDescription } = planned;
      return {
        id,
        codec: measured.get(id)?.codec ?? planned.codec,
        channels,
        sampleRate,
        languageCode,
        name,
        isAudioDescription,
        segments: planned.timeline,
        bandwidth: toBandwidth(planned, measured.get(id)),
        ready: ready.has(id),
      };
    }),
    coverWidths: options.coverWidths,
    deliveryModel: options.deliveryModel,
    open: options.open,
    firstMediaSequence: 0,
    firstRenditionId: options.firstRenditionId,
    storyboard: options.storyboard ?? null,
    progressive: [],
    encryption: null,
  };
}

function toBandwidth(
  planned: { peakBps: number; averageBps: number },
  measured: MeasuredRendition | undefined,
): Bandwidth {
  const { peakBps, averageBps } = measured?.bandwidth ?? planned;
  return { peakBps, averageBps, measured: Boolean(measured?.bandwidth) };
}

function toIFrames(measured: MeasuredRendition | undefined): Bandwidth | null {
  return measured?.iFrames ? { ...measured.iFrames, measured: true } : null;
}
