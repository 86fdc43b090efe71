// Schemas and forms check numbers and names against these bounds of single fields.

export const PRESET_NAME_LETTERS = { min: 1, max: 120 };
/** Profiles, tracks and variants have names. */
export const PART_NAME_LETTERS = { min: 1, max: 60 };

export const MAX_PARTS = { profiles: 3, videoTracks: 12, audioTracks: 4, audioVariants: 16 };

/** Pixels. */
export const SIZES = { min: 16, max: 4320 };
export const FRAME_RATES = { min: 1, max: 240 };
export const VIDEO_RATES_KBPS = { min: 50, max: 100_000 };
/** Bounds crf, cq and qp. 0 would be lossless H.264, which no browser decodes. */
export const QUALITIES = { min: 1, max: 63 };
/** Specification 1, section 5: from a minute on. */
export const DURATIONS_SECONDS = { min: 60, max: 86_400 };
export const AUDIO_RATES_KBPS = { min: 16, max: 512 };
export const SAMPLE_RATES = { min: 8000, max: 96_000 };
export const CHANNEL_COUNTS = { min: 1, max: 8 };
