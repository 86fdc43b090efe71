// The player holds the frame to these limits. The frame's own are a little stricter, so that it can still
// report a failure to the ad server. Everything from an ad server has a bound.

/** The first ad begins to play within this time of play, or the video does. */
export const AD_START_MS = 8000;
/** An ad that shows nothing new for so long has ended. */
export const AD_STALL_MS = 5000;
/** The longest break, without the time that a viewer has paused it. */
export const MAX_BREAK_MS = 300_000;

/** The limit for the ad server's answer, with everything that it refers to. */
export const RESOLVE_MS = 5000;
export const FRAME_START_MS = AD_START_MS - 1000;
export const FRAME_STALL_MS = AD_STALL_MS - 1000;
export const MAX_AD_SEC = 180;
/** A file may be longer than the ad states, by the last frame and its rounding. */
export const AD_OVERTIME_SEC = 2;

export const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** An answer of an ad server has hundreds. The parser's work grows with the square of one ad's. */
export const MAX_ELEMENTS = 5000;
export const MAX_AD_ELEMENTS = 1500;
/** The limit for a break, over all of its ads. */
export const MAX_WRAPPERS = 5;
export const MAX_ADS = 10;
export const MAX_BREAKS = 50;
/** Addresses that are told of one event of one ad, and of everything. */
export const MAX_PINGS_OF_EVENT = 20;
export const MAX_PINGS = 500;
