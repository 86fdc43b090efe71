// Bounds of the fields that forms ask for, held by the schemas and told by the console as one types.
// Those of presets stand with their rules, in `preset-rules/bounds.ts`.

/** The name of a person. */
export const accountNameLetters = { least: 1, most: 100 };
/** NIST SP 800-63B §5.1.1.2: length counts, composition rules do not. */
export const passwordLetters = { least: 8, most: 256 };
export const tokenNameLetters = { least: 1, most: 100 };

export const projectNameLetters = { least: 3, most: 120 };
/** Of a project, of a video. */
export const descriptionLetters = { most: 5000 };
/** The entered part of a key. */
export const projectKey = /^[a-z0-9-]{3,40}$/;
export const mostProjectKeyLetters = 40;

export const titleLetters = { least: 1, most: 250 };
export const tagLetters = { least: 1, most: 60 };
/** Of one video. */
export const mostTags = 50;

export const overlayNameLetters = { least: 1, most: 120 };
export const overlayPercents = {
  sizePercent: { least: 1, most: 100 },
  opacityPercent: { least: 1, most: 100 },
  marginPercent: { least: 0, most: 50 },
};
export const overlayImageTypes = ['image/png', 'image/jpeg'] as const;
export const mostOverlayImageBytes = 2 * 1024 * 1024;
export const mostOverlayImagePixels = 4_000_000;
