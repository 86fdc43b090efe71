import type { PresetProfile } from '@kinora/contract/presets';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Ladder } from '@kinora/media/ladder';

/** What the enabled profiles of a preset ask of the encoder, tallest rendition first. */
export function ladderOf(profiles: readonly PresetProfile[]): Ladder {
  const enabled = profiles.filter((profile) => profile.enabled);
  return {
    video: enabled
      .flatMap((profile) => profile.videoTracks)
      .map((track) => ({
        codec: track.codec,
        shortSide: track.resolutionControl.size,
        maxFrameRate: track.frameRateControl.maxFrameRate ?? 60,
        profile: track.videoCodecOptions.profile,
        speed: 'veryfast' as const,
        crf: track.videoCodecOptions.crf,
        maxBitrateKbps: track.videoCodecOptions.maxBitRateKbps,
      }))
      .toSorted((a, b) => b.shortSide - a.shortSide),
    audio: enabled
      .flatMap((profile) => profile.audioTracks)
      .map((track) => ({
        codec: track.codec,
        bitrateKbps: track.bitRateKbps,
        channels: track.channels === 1 ? 1 : 2,
        sampleRate: track.sampleRate === 44_100 ? 44_100 : 48_000,
      })),
  };
}

export type PlannedOutput = {
  renditionId: string;
  type: 'video' | 'audio';
  name: string;
  codec: string;
  width: number | null;
  height: number | null;
  languageCode: string | null;
};

/** Rows of the outputs table, in the order people expect: pictures from tall to small, then sound. */
export function plannedOutputs(stream: StreamDescription): PlannedOutput[] {
  return [
    ...stream.video.map((video) => ({
      renditionId: video.id,
      type: 'video' as const,
      name: `${Math.min(video.width, video.height)}p`,
      codec: video.codec,
      width: video.width,
      height: video.height,
      languageCode: null,
    })),
    ...stream.audio.map((audio) => ({
      renditionId: audio.id,
      type: 'audio' as const,
      name: audio.name,
      codec: audio.codec,
      width: null,
      height: null,
      languageCode: audio.languageCode,
    })),
  ];
}
