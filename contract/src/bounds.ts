// Schemas check the bounds of form fields, and the console shows them as one types. Those of presets
// are in `preset-rules/bounds.ts`, with their rules.

/** The name of a person. */
export const accountNameLetters = { least: 1, most: 100 };
/** NIST SP 800-63B §5.1.1.2: length counts, composition rules do not. */
export const passwordLetters = { least: 8, most: 256 };
export const tokenNameLetters = { least: 1, most: 100 };

export const projectNameLetters = { least: 3, most: 120 };
/** Projects and videos have descriptions. */
export const descriptionLetters = { most: 5000 };
/** The entered part of a key. */
export const projectKey = /^[a-z0-9-]{3,40}$/;
export const MAX_PROJECT_KEY_LETTERS = 40;

export const titleLetters = { least: 1, most: 250 };
export const tagLetters = { least: 1, most: 60 };
/** The limit counts the tags of one video. */
export const MAX_TAGS = 50;

export const overlayNameLetters = { least: 1, most: 120 };
export const overlayPercents = {
  sizePercent: { least: 1, most: 100 },
  opacityPercent: { least: 1, most: 100 },
  marginPercent: { least: 0, most: 50 },
};
export const OVERLAY_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export const MAX_OVERLAY_IMAGE_BYTES = 2 * 1024 * 1024;
export const MAX_OVERLAY_IMAGE_PIXELS = 4_000_000;
