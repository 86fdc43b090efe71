import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';

/** Whether manifests name a rendition: it is whole, or what is missing of it is made when asked for. */
export function isListed(stream: StreamDescription, rendition: { ready: boolean }): boolean {
  return rendition.ready || stream.open;
}

/**
 * The renditions that manifests name. Null while there is nothing to play: each media type that
 * the stream describes needs one of them.
 */
export function listedRenditions(
  stream: StreamDescription,
): { video: VideoRendition[]; audio: AudioRendition[] } | null {
  const video = stream.video.filter((rendition) => isListed(stream, rendition));
  const audio = stream.audio.filter((rendition) => isListed(stream, rendition));
  if (video.length === 0 && (stream.video.length > 0 || audio.length === 0)) return null;
  if (audio.length === 0 && stream.audio.length > 0) return null;
  return { video, audio };
}

/** Whether a picture and a sound are played together. */
export function playsWith({ audioIds }: VideoRendition, { id }: AudioRendition): boolean {
  return audioIds?.includes(id) ?? true;
}

/** What a decoder needs to know how to do: `avc1`, `hvc1`, `mp4a`, `opus`. */
export function codecFamily(rendition: { codec: string }): string {
  const [family = ''] = rendition.codec.split('.', 1);
  return family.toLowerCase();
}
