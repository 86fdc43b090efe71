/**
 * Each table, and the feature, or the one file of it, that alone writes there; null where nothing
 * writes yet.
 */
export const OWNERS: Readonly<Record<string, string | null>> = {
  accounts: 'accounts',
  collections: null,
  encoders: 'pieces',
  geoblock_rules: 'geoblock-rules',
  known_browsers: 'accounts',
  one_time_tokens: 'accounts',
  outputs: 'encoding',
  overlay_presets: 'overlay-presets',
  page_views: 'page-views',
  personal_tokens: 'personal-tokens',
  pieces: 'pieces',
  playback_channels: 'playback-channels',
  presets: 'presets',
  project_memberships: 'projects',
  project_playback_channels: 'projects',
  projects: 'projects',
  publications: 'publishing',
  published_changes: 'publishing',
  quota_uses: 'quotas',
  // Its functions alone assign a state, and they move it along the table of states.
  revisions: 'revisions/actions.ts',
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
  video_tags: 'videos',
  videos: 'videos',
  workers: 'pieces',
};

/** These features write to another's table today. The list only shrinks. */
export const FOREIGN_WRITES: readonly string[] = [
  'accounts writes personal_tokens',
  'accounts writes sessions',
  'drm writes outputs',
];
