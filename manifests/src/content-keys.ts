import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';

/** Renditions of one class are encrypted with one key, so that what a viewer may see can differ by class. */
export type TrackClass = 'sd' | 'hd' | 'uhd' | 'audio';

const MAX_SD = 576;
/** 1080 rows in whole blocks of 16. */
const MAX_HD = 1088;

type Rendition = VideoRendition | AudioRendition;

/** The class of a rendition: of video by its shorter side. */
export function getTrackClass(rendition: Rendition): TrackClass {
  if (!('width' in rendition)) return 'audio';
  const side = Math.min(rendition.width, rendition.height);
  return side <= MAX_SD ? 'sd' : side <= MAX_HD ? 'hd' : 'uhd';
}

type Encrypted = Pick<StreamDescription, 'encryption'>;

/** The id of the key that a rendition is encrypted with (`cbcs`); null when it is clear. */
export function findKeyId({ encryption }: Encrypted, rendition: Rendition): string | null {
  if (encryption?.method !== 'cbcs') return null;
  if (rendition.keyId !== undefined) return rendition.keyId;
  return 'width' in rendition ? encryption.videoKeyId : encryption.audioKeyId;
}

/**
 * The keys of a stream and what each opens: the highest class, where one key encrypts several, as
 * before there were keys by class.
 */
export function listContentKeys(
  stream: Encrypted & Pick<StreamDescription, 'video' | 'audio'>,
): Map<string, TrackClass> {
  const classes = new Map<string, TrackClass>();
  for (const rendition of [...stream.video, ...stream.audio]) {
    const keyId = findKeyId(stream, rendition);
    if (keyId === null) continue;
    const found = getTrackClass(rendition);
    const known = classes.get(keyId);
    if (known === undefined || RANKS[found] > RANKS[known]) classes.set(keyId, found);
  }
  return classes;
}

const RANKS: Readonly<Record<TrackClass, number>> = { audio: 0, sd: 1, hd: 2, uhd: 3 };

/** Says whether a viewer allowed up to `highest` may have the key of a class. */
export function isWithin(one: TrackClass, highest: Exclude<TrackClass, 'audio'>): boolean {
  return RANKS[one] <= RANKS[highest];
}
