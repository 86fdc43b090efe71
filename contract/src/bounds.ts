// Schemas check the bounds of form fields, and the console shows them while one types. Those of presets are
// in `preset-rules/bounds.ts`, with their rules.

/** The name of a person. */
export const ACCOUNT_NAME_LETTERS = { min: 1, max: 100 };
/** NIST SP 800-63B §5.1.1.2: length counts, composition rules do not. */
export const PASSWORD_LETTERS = { min: 8, max: 256 };
/** RFC 5321 §4.5.3.1: a path has 256 letters, its angle brackets included. */
export const MAX_MAIL_ADDRESS_LETTERS = 254;
/**
 * As HTML checks it, in ASCII alone: an address with letters that only look like others would lead a person to
 * invite somebody else.
 */
export const MAIL_ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
export const INVITATION_DAYS = 7;

export const TEAM_NAME_LETTERS = { min: 1, max: 100 };
export const TEAM_NAMESPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Features that a team's administrators switch on. A call of one says so (`feature` in `call.ts`), and so does
 * a page in the console's navigation.
 */
export const TEAM_FEATURES = ['bumper', 'auto-generate-caption', 'file-export'] as const;
export type TeamFeatureKey = (typeof TEAM_FEATURES)[number];

export const TOKEN_NAME_LETTERS = { min: 1, max: 100 };

export const PROJECT_NAME_LETTERS = { min: 3, max: 120 };
/** Projects and videos have descriptions. */
export const DESCRIPTION_LETTERS = { max: 5000 };
/** The entered part of a key. */
export const PROJECT_KEY = /^[a-z0-9-]{3,40}$/;
export const MAX_PROJECT_KEY_LETTERS = 40;

export const TITLE_LETTERS = { min: 1, max: 250 };
export const TAG_LETTERS = { min: 1, max: 60 };
/** States of videos as people see them, in the order of a video's life. */
export const VIDEO_STATES = [
  'uploading',
  'checking',
  'processing',
  'playable',
  'completed',
  'failed',
] as const;
export const VIDEO_SORTS = ['createdAt', 'title', 'duration', 'size'] as const;
/** The limit counts the tags of one video. */
export const MAX_TAGS = 50;
/** So many videos one change of many names by their keys. */
export const MAX_BATCH_KEYS = 1000;

export const OVERLAY_NAME_LETTERS = { min: 1, max: 120 };
export const OVERLAY_PERCENTS = {
  sizePercent: { min: 1, max: 100 },
  opacityPercent: { min: 1, max: 100 },
  marginPercent: { min: 0, max: 50 },
};
export const OVERLAY_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export const MAX_OVERLAY_IMAGE_BYTES = 2 * 1024 * 1024;
export const MAX_OVERLAY_IMAGE_PIXELS = 4_000_000;
/** ffmpeg reads no picture whose side is too long, however narrow it is. */
export const MAX_OVERLAY_IMAGE_SIDE = 8192;

export const GEOBLOCK_RULE_NAME_LETTERS = { min: 1, max: 120 };
/** English letters, digits and underscores. */
export const CHANNEL_NAME = /^[A-Za-z0-9_]{1,63}$/;
/** A playback channel has so many domains of its own. */
export const MAX_DOMAINS = 50;
/** An allow list that begins with this code excludes every country. */
export const NO_COUNTRY = 'XX';

export const JWT_KEY_NAME_LETTERS = { min: 1, max: 120 };
/** RSA of 4096 bits in PEM has some 800. */
export const MAX_PUBLIC_KEY_LETTERS = 8000;
/** A team calls its account with the maker of a DRM so. */
export const DRM_SERVICE_NAME_LETTERS = { min: 1, max: 120 };
/** The provider's name is part of the JSON of each request. */
export const WIDEVINE_PROVIDER = /^[A-Za-z0-9_.-]{1,64}$/;
/** A certificate or an encrypted private key of RSA in PEM has some 3,000 at most. */
export const MAX_FAIRPLAY_FILE_LETTERS = 10_000;
export const PASSPHRASE_LETTERS = { max: 1024 };
/** A team is told so long before its certificate expires. */
export const CERTIFICATE_WARNING_DAYS = 30;

export const PLAYER_NAME_LETTERS = { min: 1, max: 120 };
export const AUTOPLAY_MODES = ['off', 'on', 'muted', 'any'] as const;
export const PRELOADS = ['none', 'metadata', 'auto'] as const;
/** Statuses of the edge for which a player may have a screen of its own. */
export const ERROR_SCREENS = ['403', '404', '410', '451'] as const;
export const ERROR_MESSAGE_LETTERS = { min: 1, max: 200 };
export const MAX_PICTURE_URL_LETTERS = 2000;
/** Tags carry what the ad server should know in their query. */
export const MAX_AD_TAG_LETTERS = 4000;
export const PLAYER_COLOR = /^#[0-9a-f]{6}$/i;
/** Decisions, section 7. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 50_000_000;

export const KEY_SERVER_NAME_LETTERS = { min: 1, max: 120 };
export const KEY_SERVER_NOTE_LETTERS = { max: 500 };
export const MAX_ENDPOINT_LETTERS = 2000;
/** Visible ASCII, as it stands in a header (RFC 9110 §5.5). */
export const KEY_SERVER_SECRET = /^[!-~]{16,256}$/;
/**
 * Names by RFC 9110 §5.1, without those that control how or where a message is sent, which the request sets
 * itself.
 */
export const HEADER_NAME =
  /^(?!(?:host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-connection|accept-encoding)$)[A-Za-z0-9_-]{1,64}$/i;
export const DEFAULT_SECRET_HEADER = 'X-Key-Server-Secret';

/** Addresses with two signatures and all of their conditions are shorter. */
export const MAX_CHECKED_URL_LETTERS = 4000;
/** A viewer sends it by mail: what does not fit is left out of it. */
export const MAX_SEALED_LETTERS = 400;
/** The length includes the twelve letters that can be read out, and the dot after them. */
export const MAX_REQUEST_ID_LETTERS = MAX_SEALED_LETTERS + 13;

/** So many changes of a team's history one file has. */
export const MAX_CSV_CHANGES = 20_000;
