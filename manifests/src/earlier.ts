import type { StreamDescription } from '@kinora/contract/stream';

const known = new WeakMap<StreamDescription, readonly StreamDescription[]>();

/**
 * Returns the stream with the tracks that a rendition belongs to: those that another packaging has replaced, where
 * it is one of them. The same one comes for the same stream.
 */
export function withTracksOf(stream: StreamDescription, renditionId: string): StreamDescription {
  const isOf = ({ id }: { id: string }) => id === renditionId;
  const found = listEarlier(stream).find(
    ({ video, audio }) => video.some(isOf) || audio.some(isOf),
  );
  return found ?? stream;
}

function listEarlier(stream: StreamDescription): readonly StreamDescription[] {
  if (!stream.earlier) return [];
  const found =
    known.get(stream) ??
    stream.earlier.map(({ video, audio, encryption }) => ({
      ...stream,
      video,
      audio,
      encryption,
    }));
  known.set(stream, found);
  return found;
}
