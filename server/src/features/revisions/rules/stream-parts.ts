import { z } from 'zod';
import { DeliveryModel } from '@kinora/contract/preset-tracks';
import { StreamDescription, type StreamEncryption } from '@kinora/contract/stream';

/** Tracks that another packaging has replaced, which no main playlist lists any more. */
const EarlierTracks = StreamDescription.pick({
  audio: true,
  video: true,
  encryption: true,
}).extend({
  /** Viewers may still be watching them until this time, in ms since 1970. */
  until: z.number(),
});
export type EarlierTracks = z.infer<typeof EarlierTracks>;

/** Encoding's part of a stream: its renditions, their borders, and how it plays while it is made. */
export const Renditions = StreamDescription.pick({
  videoSegments: true,
  video: true,
  audio: true,
  open: true,
  firstMediaSequence: true,
  firstRenditionId: true,
}).extend({ earlier: z.array(EarlierTracks).optional() });
export type Renditions = z.infer<typeof Renditions>;

/** Pictures that are shown beside it. */
const Images = StreamDescription.pick({ coverWidths: true, storyboard: true });
export type Images = z.infer<typeof Images>;

/** Whole files of it. */
const Downloads = StreamDescription.pick({ progressive: true });
export type Downloads = z.infer<typeof Downloads>;

/** The encryption of its samples; a stream that is encrypted whole has a key's address instead. */
const Protection = StreamDescription.pick({ encryption: true });
export type Protection = z.infer<typeof Protection>;

/** The columns of a revision that hold a part each, as documents. */
export type Parts = {
  renditions: Renditions | null;
  images: Images | null;
  downloads: Downloads | null;
  protection: Protection | null;
};
export const PARTS = ['renditions', 'images', 'downloads', 'protection'] as const;

const NO_IMAGES: Images = { coverWidths: [], storyboard: null };
const NO_DOWNLOADS: Downloads = { progressive: [] };

/** All that is known of the stream of a planned revision. */
export const StreamParts = z.object({
  videoKey: z.string(),
  revisionKey: z.string(),
  folder: StreamDescription.shape.folder.unwrap().nullable(),
  durationMs: StreamDescription.shape.durationMs,
  deliveryModel: DeliveryModel,
  /** Players request the key of a stream that is encrypted whole here. */
  keyUri: z.string().nullable(),
  renditions: Renditions,
  images: Images.nullable().transform((made) => made ?? NO_IMAGES),
  downloads: Downloads.nullable().transform((made) => made ?? NO_DOWNLOADS),
  protection: Protection.nullable(),
});
export type StreamParts = z.infer<typeof StreamParts>;

/** Says how a stream is encrypted: its samples, or each of its segments whole. */
export function getEncryption({
  protection,
  keyUri,
}: Pick<StreamParts, 'protection' | 'keyUri'>): StreamEncryption | null {
  if (protection) return protection.encryption;
  return keyUri === null ? null : { keyUri, method: 'aes-128' };
}
