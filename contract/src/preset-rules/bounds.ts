// Schemas and forms check numbers and names against these bounds of single fields.

export const presetNameLetters = { least: 1, most: 120 };
/** Profiles, tracks and variants have names. */
export const partNameLetters = { least: 1, most: 60 };

export const MAX_PARTS = { profiles: 3, videoTracks: 12, audioTracks: 4, audioVariants: 16 };

/** Pixels. */
export const sizes = { least: 16, most: 4320 };
export const frameRates = { least: 1, most: 240 };
export const videoRatesKbps = { least: 50, most: 100_000 };
/** Bounds crf, cq and qp. 0 would be lossless H.264, which no browser decodes. */
export const qualities = { least: 1, most: 63 };
/** Specification 1, section 5: from a minute on. */
export const durationsSeconds = { least: 60, most: 86_400 };
export const audioRatesKbps = { least: 16, most: 512 };
export const sampleRates = { least: 8000, most: 96_000 };
export const channelCounts = { least: 1, most: 8 };
