/** The guides of `docs/help`, in the order in which they are listed. */
export const GUIDES = [
  'first-video',
  'embed',
  'access-levels',
  'who-may-watch',
  'signed-urls',
  'drm',
  'upload-by-api',
  'cannot-watch',
] as const;

export type GuideName = (typeof GUIDES)[number];
