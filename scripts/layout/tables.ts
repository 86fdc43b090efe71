/** Each table, and the feature, the one file of it or the folder of the base that alone writes there. */
export const OWNERS: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  domain_owners: 'playback-channels',
  audit_events: 'audit-events',
  drm_configs: 'drm-configs',
  drm_jwt_keys: 'drm-configs',
  encoders: 'pieces',
  geoblock_rules: 'geoblock-rules',
  image_uses: 'images',
  images: 'images',
  key_servers: 'key-servers',
  known_browsers: 'accounts',
  long_work_items: 'base/long-work',
  long_works: 'base/long-work',
  one_time_tokens: 'accounts',
  outputs: 'encoding',
  overlay_presets: 'overlay-presets',
  page_views: 'page-views',
  personal_tokens: 'personal-tokens',
  pieces: 'pieces',
  playback_channel_keys: 'playback-channels',
  playback_channels: 'playback-channels',
  playback_domains: 'playback-channels',
  players: 'players',
  presets: 'presets',
  project_memberships: 'projects',
  project_playback_channels: 'projects',
  projects: 'projects',
  publications: 'publishing',
  published_changes: 'publishing',
  quota_uses: 'quotas',
  // Its functions alone assign a state, and they move it along the table of states.
  revisions: 'revisions/actions.ts',
  revision_keys: 'encoding',
  schema_migrations: 'base',
  sessions: 'sessions',
  sign_in_failures: 'accounts',
  stored_inits: 'encoding',
  stored_segments: 'encoding',
  stream_keys: 'drm',
  tags: 'videos',
  team_memberships: 'teams',
  teams: 'teams',
  uploads: 'uploads',
  url_signing_keys: 'url-signing-keys',
  // Only triggers of `videos` write it.
  video_counts: 'videos',
  video_tags: 'videos',
  videos: 'videos',
  workers: 'pieces',
};

const kept = (owner: string, columns: string) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, owner]));

/**
 * Views through which other features read these rows, with the feature that owns their rules. They are
 * read-only.
 */
export const VIEWS: Readonly<Record<string, string>> = {
  active_members: 'teams',
  active_revisions: 'revisions',
  current_revisions: 'revisions',
  live_projects: 'projects',
  live_videos: 'videos',
  visible_projects: 'projects',
};

/** Columns of a revision, and the feature that alone has `revisions` change them. */
export const REVISION_COLUMNS: Readonly<Record<string, string>> = {
  ...kept('drm', 'protection drm_model drm_target drm_failed drm_required'),
  ...kept('drm', 'packaging packaging_attempts'),
  // Parts of the stream, and what beside them is said of the plan that they are of.
  ...kept('encoding', 'renditions images downloads key_uri folder delivery_model duration_ms'),
  ...kept('encoding', 'plan planned_at on_demand_ids default_rendition_id segment_arrivals'),
  ...kept(
    'encoding',
    'remux_key uncopyable_kinds job_id job_retry progress_percent pace completed_at',
  ),
  ...kept('encoding', 'total_expected_outputs total_completed_outputs'),
  ...kept('encoding', 'probe_error_type probe_error_reason probe_detail'),
  ...kept('encoding', 'failure_reason failure_detail failures'),
};

/**
 * Writes to these tables must be announced: publication, live updates and later features depend on it. Other
 * tables hold the progress of internal work; anyone may request a one-time token, and its effect is announced
 * when it is used.
 */
export const ANNOUNCED: ReadonlySet<string> = new Set([
  'accounts',
  'drm_configs',
  'drm_jwt_keys',
  'geoblock_rules',
  'images',
  'key_servers',
  'overlay_presets',
  'personal_tokens',
  'playback_channel_keys',
  'playback_channels',
  'playback_domains',
  'players',
  'presets',
  'project_memberships',
  'project_playback_channels',
  'projects',
  'revisions',
  'sessions',
  'team_memberships',
  'teams',
  'uploads',
  'url_signing_keys',
  'video_tags',
  'videos',
]);

/**
 * Their callers say it: a revision comes with its video, tags and what is searched with its change, images
 * with what uses them.
 */
export const SAID_BY_CALLERS: ReadonlySet<string> = new Set([
  'addRevisions',
  'refreshSearch',
  'setTags',
  'updateLeased',
  'useImages',
]);

/** Nothing happens by these: signs of use, leases of writers, and what workers are told of a file. */
export const SILENT: ReadonlySet<string> = new Set([
  'notifyHeads',
  'openArrivals',
  'recordSessionUse',
  'recordTokenUse',
  'releaseLease',
  'takeLease',
]);

/**
 * Tables that a feature still reads although another owns them. The list only shrinks: new code asks the
 * owner, by a query or fragment of its own or by a view (`live_videos`), which has no owner here.
 */
export const FOREIGN_READS: Readonly<Record<string, readonly string[]>> = {
  'access-checks': ['playback_channels'],
  accounts: ['personal_tokens', 'sessions', 'team_memberships', 'teams'],
  drm: ['revisions'],
  'drm-configs': ['playback_channels', 'project_playback_channels', 'teams'],
  encoding: ['pieces', 'playback_channels', 'presets', 'revisions', 'videos'],
  'geoblock-rules': ['videos'],
  jobs: [
    'outputs',
    'pieces',
    'playback_channels',
    'revisions',
    'stored_segments',
    'teams',
    'workers',
  ],
  'key-servers': ['presets', 'revisions', 'videos'],
  'live-updates': ['personal_tokens', 'sessions'],
  'overlay-presets': ['revisions'],
  'personal-tokens': ['sessions'],
  pieces: ['revisions', 'stored_segments', 'teams', 'uploads', 'videos'],
  'playback-channels': [
    'drm_configs',
    'drm_jwt_keys',
    'geoblock_rules',
    'project_playback_channels',
    'teams',
    'url_signing_keys',
    'video_counts',
  ],
  presets: ['key_servers', 'revisions'],
  projects: ['accounts', 'key_servers', 'playback_channels', 'video_counts', 'videos'],
  revisions: ['presets', 'videos'],
  samples: ['revisions'],
  uploads: ['revisions', 'videos'],
  'url-signing-keys': ['playback_channel_keys', 'playback_channels'],
  'video-batches': ['videos'],
  videos: ['accounts', 'playback_channels', 'presets', 'revisions'],
};
