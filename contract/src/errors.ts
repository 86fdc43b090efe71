import type { Uses } from './uses.ts';

/**
 * Every error code of the API, once, with its HTTP status and whether the same call may be
 * tried again later. The code is API; titles and details are text in the reader's language
 * (`i18n/{en,th}/problems.json`).
 */
export const ERROR_CODES = {
  unauthenticated: { status: 401, retriable: false },
  sign_in_failed: { status: 401, retriable: false },
  too_many_attempts: { status: 429, retriable: true },
  quota_reached: { status: 429, retriable: true },
  origin_refused: { status: 403, retriable: false },
  session_required: { status: 403, retriable: false },
  forbidden: { status: 403, retriable: false },
  not_found: { status: 404, retriable: false },
  team_required: { status: 422, retriable: false },
  validation_failed: { status: 422, retriable: false },
  malformed_request: { status: 400, retriable: false },
  head_too_large: { status: 431, retriable: false },
  request_timeout: { status: 408, retriable: true },
  payload_too_large: { status: 413, retriable: false },
  unsupported_media_type: { status: 415, retriable: false },
  method_not_allowed: { status: 405, retriable: false },
  reset_token_expired: { status: 410, retriable: false },
  'last-administrator': { status: 409, retriable: false },
  already_member: { status: 409, retriable: false },
  member_suspended: { status: 409, retriable: false },
  last_project_manager: { status: 409, retriable: false },
  last_project_member: { status: 409, retriable: false },
  'invitation-expired': { status: 410, retriable: false },
  'invitation-used': { status: 409, retriable: false },
  invitation_withdrawn: { status: 410, retriable: false },
  invitation_for_another: { status: 403, retriable: false },
  invitation_needs_sign_in: { status: 401, retriable: false },
  feature_disabled: { status: 403, retriable: false },
  preset_read_only: { status: 403, retriable: false },
  preset_in_use: { status: 409, retriable: false },
  limit_reached: { status: 409, retriable: false },
  personal_token_limit_reached: { status: 409, retriable: false },
  overlay_preset_in_use: { status: 409, retriable: false },
  upload_conflict: { status: 409, retriable: false },
  upload_locked: { status: 423, retriable: true },
  upload_finished: { status: 403, retriable: false },
  upload_refused: { status: 403, retriable: false },
  upload_too_large: { status: 413, retriable: false },
  upload_extension_unsupported: { status: 400, retriable: false },
  upload_layout_unsupported: { status: 422, retriable: false },
  upload_expired: { status: 410, retriable: false },
  checksum_mismatch: { status: 460, retriable: true },
  tus_version_unsupported: { status: 412, retriable: false },
  drm_not_set_up: { status: 409, retriable: false },
  drm_already_set_up: { status: 409, retriable: false },
  drm_in_use: { status: 409, retriable: false },
  drm_is_default: { status: 409, retriable: false },
  media_service_in_use: { status: 409, retriable: false },
  drm_not_for_classic: { status: 409, retriable: false },
  drm_not_for_key_server: { status: 409, retriable: false },
  stream_not_encrypted: { status: 409, retriable: false },
  video_not_ready: { status: 409, retriable: true },
  batch_too_large: { status: 409, retriable: false },
  nothing_to_undo: { status: 409, retriable: false },
  nothing_to_retry: { status: 409, retriable: false },
  'url-signing-key-in-use': { status: 409, retriable: false },
  url_signing_key_missing: { status: 409, retriable: false },
  'signed-url-required': { status: 409, retriable: false },
  playback_channel_in_use: { status: 409, retriable: false },
  primary_playback_channel: { status: 409, retriable: false },
  geoblock_rule_in_use: { status: 409, retriable: false },
  geoblock_rule_default: { status: 409, retriable: false },
  player_in_use: { status: 409, retriable: false },
  key_server_in_use: { status: 409, retriable: false },
  'key-server-not-tested': { status: 409, retriable: false },
  storage_full: { status: 507, retriable: true },
  unavailable: { status: 503, retriable: true },
  internal_error: { status: 500, retriable: true },
} as const satisfies Record<string, { status: number; retriable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One broken field of a 422: `path` is dotted (`videos.0.title`), `code` stable, `message` text. */
export type FieldError = { path: string; code: string; message: string };

/** RFC 9457 problem details as the API answers them. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldError[];
} & ProblemMembers;

/** A refusal names the things that prevent the change in these members. */
export type ProblemMembers = {
  /** Playback channels; `needsKey`: one requires signed URLs and has no other key. */
  domains?: { id: string; name: string; needsKey: boolean }[];
  /** Lists the things that use the one to be deleted. */
  uses?: Uses;
  videoCount?: number;
};
