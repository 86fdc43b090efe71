import type { StreamDescription } from '@kinora/contract/stream';

const known = new WeakMap<StreamDescription, StreamDescription>();

/**
 * Returns the stream with the tracks that a rendition belongs to: those that another packaging has replaced, where
 * it is one of them. The same one comes for the same stream.
 */
export function withTracksOf(stream: StreamDescription, renditionId: string): StreamDescription {
  const { earlier } = stream;
  const isOf = ({ id }: { id: string }) => id === renditionId;
  if (!earlier || !(earlier.video.some(isOf) || earlier.audio.some(isOf))) return stream;
  const found = known.get(stream) ?? { ...stream, ...earlier };
  known.set(stream, found);
  return found;
}
