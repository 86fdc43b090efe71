import type { AudioSource } from './source-probe.ts';

/** An audio track, and the place of its one channel where the file names it, as `FL`. */
export type LabelledTrack = { track: AudioSource; label: string | null };

// ffmpeg's 5.1, in order: a centre alone is mono to it, and side channels stand for those behind.
const SURROUND = [['FL'], ['FR'], ['FC', ''], ['LFE'], ['BL', 'SL'], ['BR', 'SR']];
const STEREO = SURROUND.slice(0, 2);

// Tracks of one recording begin and end together.
const MAX_APART_SECONDS = 0.1;

/**
 * Joins tracks of one channel each that are left and right, or all of 5.1, as professional cameras
 * and editors write them: by the places that the file names, else two by two where all tracks are
 * alike.
 */
export function joinMonoTracks(tracks: readonly LabelledTrack[]): AudioSource[] {
  const mono = tracks.filter(({ track }) => track.channels === 1);
  for (const places of [SURROUND, STEREO]) {
    const found = places.map((names) => mono.find(({ label }) => names.includes(label ?? '')));
    const parts = found.flatMap((one) => (one ? [one.track] : []));
    if (parts.length < places.length || !areAlike(parts)) continue;
    const rest = tracks.filter(({ track }) => !parts.includes(track));
    return [joinTracks(parts), ...rest.map(({ track }) => track)];
  }
  const all = tracks.map(({ track }) => track);
  const isPaired =
    mono.length === all.length &&
    all.length > 0 &&
    all.length % 2 === 0 &&
    mono.every(({ label }) => label === null) &&
    areAlike(all);
  if (!isPaired) return all;
  return Array.from({ length: all.length / 2 }, (_, n) => joinTracks(all.slice(2 * n, 2 * n + 2)));
}

function areAlike([first, ...others]: readonly AudioSource[]): boolean {
  return others.every(
    (one) =>
      first !== undefined &&
      one.codec === first.codec &&
      one.sampleRate === first.sampleRate &&
      one.language === first.language &&
      one.title === first.title &&
      Math.abs(one.startSeconds - first.startSeconds) < MAX_APART_SECONDS &&
      Math.abs(one.endSeconds - first.endSeconds) < MAX_APART_SECONDS,
  );
}

function joinTracks(parts: readonly AudioSource[]): AudioSource {
  const [first] = parts;
  if (!first) throw new RangeError('no tracks to join');
  // Without a track number the joined track can't be copied, only encoded.
  const { trackId: _trackId, ...rest } = first;
  return {
    ...rest,
    channelStreams: parts.map(({ streamIndex }) => streamIndex),
    channels: parts.length,
    channelLayout: parts.length === 2 ? 'stereo' : '5.1',
    isDefault: parts.some(({ isDefault }) => isDefault),
  };
}

const USUAL_LAYOUTS: Readonly<Record<number, string>> = { 6: '5.1', 8: '7.1' };

/**
 * Returns the layout that a track without one has in all likelihood: six and eight channels are 5.1
 * and 7.1, in that order. Null when it has one, or there is no rule.
 */
export function getAssumedLayout({
  channels,
  channelLayout,
}: Pick<AudioSource, 'channels' | 'channelLayout'>): string | null {
  return channelLayout === null ? (USUAL_LAYOUTS[channels] ?? null) : null;
}

/** Lists the streams of a file that a track is made of. */
export function listTrackStreams({
  streamIndex,
  channelStreams,
}: Pick<AudioSource, 'streamIndex' | 'channelStreams'>): number[] {
  return channelStreams ?? [streamIndex];
}
