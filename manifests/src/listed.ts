import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';

/** True when manifests name a rendition: it is whole, or its missing segments are made on request. */
export function isListed(stream: StreamDescription, rendition: { ready: boolean }): boolean {
  return rendition.ready || stream.open;
}

/**
 * Lists the renditions that manifests name. Null while there is nothing to play: each media type that
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

/** True when a video and an audio rendition are played together. */
export function playsWith({ audioIds }: VideoRendition, { id }: AudioRendition): boolean {
  return audioIds?.includes(id) ?? true;
}

/** Returns the codec without its profile: `avc1`, `hvc1`, `mp4a`, `opus`. */
export function getCodecFamily(rendition: { codec: string }): string {
  const [family = ''] = rendition.codec.split('.', 1);
  return family.toLowerCase();
}
