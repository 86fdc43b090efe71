import type { StreamDescription } from '@kinora/contract/stream';

export type PlannedOutput = {
  renditionId: string;
  type: 'video' | 'audio';
  name: string;
  codec: string;
  width: number | null;
  height: number | null;
  languageCode: string | null;
};

/** Rows of the outputs table, in the order people expect: video from tall to small, then audio. */
export function toOutputs(stream: StreamDescription): PlannedOutput[] {
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
