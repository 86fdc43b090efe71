// Schemas check the bounds of form fields, and the console shows them as one types. Those of presets
// are in `preset-rules/bounds.ts`, with their rules.

/** The name of a person. */
export const accountNameLetters = { min: 1, max: 100 };
/** NIST SP 800-63B §5.1.1.2: length counts, composition rules do not. */
export const passwordLetters = { min: 8, max: 256 };
export const tokenNameLetters = { min: 1, max: 100 };

export const projectNameLetters = { min: 3, max: 120 };
/** Projects and videos have descriptions. */
export const descriptionLetters = { max: 5000 };
/** The entered part of a key. */
export const projectKey = /^[a-z0-9-]{3,40}$/;
export const MAX_PROJECT_KEY_LETTERS = 40;

export const titleLetters = { min: 1, max: 250 };
export const tagLetters = { min: 1, max: 60 };
/** The limit counts the tags of one video. */
export const MAX_TAGS = 50;

export const overlayNameLetters = { min: 1, max: 120 };
export const overlayPercents = {
  sizePercent: { min: 1, max: 100 },
  opacityPercent: { min: 1, max: 100 },
  marginPercent: { min: 0, max: 50 },
};
export const OVERLAY_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export const MAX_OVERLAY_IMAGE_BYTES = 2 * 1024 * 1024;
export const MAX_OVERLAY_IMAGE_PIXELS = 4_000_000;
