/**
 * Only a table's owner writes it: a feature, one file of it, or a folder of the base. A table whose owner has
 * its name, as `key_servers` of `key-servers`, is not listed.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  domain_owners: 'playback-channels',
  drm_jwt_keys: 'drm-configs',
  encoders: 'pieces',
  image_uses: 'images',
  known_browsers: 'accounts',
  long_work_items: 'base/long-work',
  long_works: 'base/long-work',
  one_time_tokens: 'accounts',
  outputs: 'encoding',
  playback_channel_keys: 'playback-channels',
  playback_domains: 'playback-channels',
  project_memberships: 'project-members',
  project_playback_channels: 'projects',
  publications: 'publishing',
  published_changes: 'publishing',
  quota_uses: 'quotas',
  // Its functions alone assign a state, and they move it along the table of states.
  revisions: 'revisions/actions.ts',
  revision_keys: 'encoding',
  schema_migrations: 'base',
  sign_in_failures: 'accounts',
  stored_inits: 'encoding',
  stored_segments: 'encoding',
  stream_keys: 'drm',
  tags: 'videos',
  project_invitations: 'team-invitations',
  team_memberships: 'team-members',
  // Only triggers of `videos` write it.
  video_counts: 'videos',
  video_tags: 'videos',
  workers: 'pieces',
};

export const ownerOf = (table: string): string => OWNERS[table] ?? table.replaceAll('_', '-');

const kept = (owner: string, columns: string) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, owner]));

/**
 * Views through which other features read these rows, with the feature that owns their rules. They are
 * read-only.
 */
export const VIEWS: Readonly<Record<string, string>> = {
  active_members: 'team-members',
  active_revisions: 'revisions',
  current_revisions: 'revisions',
  live_projects: 'projects',
  live_videos: 'videos',
  named_things: 'audit-events',
  open_invitations: 'team-invitations',
  people: 'accounts',
  team_names: 'teams',
  visible_projects: 'projects',
};

/** Columns of a revision, and the feature that alone has `revisions` change them. */
export const REVISION_COLUMNS: Readonly<Record<string, string>> = {
  ...kept('drm', 'protection drm_model drm_target drm_failed drm_required'),
  ...kept('drm', 'packaging packaging_attempts'),
  // The parts of the stream, with the facts about their plan.
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
 * Writes to all other tables must be announced: publication, live updates and later features depend on it.
 * These hold the progress of internal work; anyone may request a one-time token, and its effect is announced
 * when it is used.
 */
export const UNANNOUNCED: ReadonlySet<string> = new Set([
  'audit_events',
  'domain_owners',
  'encoders',
  'image_uses',
  'known_browsers',
  'long_work_items',
  'long_works',
  'one_time_tokens',
  'outputs',
  'page_views',
  'pieces',
  'publications',
  'published_changes',
  'quota_uses',
  'revision_keys',
  'schema_migrations',
  'sign_in_failures',
  'stored_inits',
  'stored_segments',
  'stream_keys',
  'tags',
  'video_counts',
  'workers',
]);

/**
 * Their callers announce it: a project comes with its first manager, invited people with the members of a
 * project, a revision with its video, tags and search text with its change, images with the things that use
 * them.
 */
export const SAID_BY_CALLERS: ReadonlySet<string> = new Set([
  'addFirstManagers',
  'addInvitedProject',
  'addRevisions',
  'refreshSearch',
  'setInvitedRole',
  'setTags',
  'updateLeased',
  'useImages',
]);

/**
 * Nothing happens by these: signs of use, leases of writers, what workers are told of a file, and lines of the
 * bell, which follow from events.
 */
export const SILENT: ReadonlySet<string> = new Set([
  'notifyHeads',
  'openArrivals',
  'recordSeen',
  'recordNotifications',
  'recordSessionUse',
  'recordTokenUse',
  'releaseLease',
  'removeOldNotifications',
  'takeLease',
]);

/**
 * Tables that a feature still reads although another owns them. The list only shrinks: new code asks the
 * owner, by a query or fragment of its own or by a view (`live_videos`), which has no owner here.
 */
export const FOREIGN_READS: Readonly<Record<string, readonly string[]>> = {
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
  projects: [
    'accounts',
    'key_servers',
    'playback_channels',
    // Who may see a project is judged by it, and its owner asks `projects` who may change it.
    'project_memberships',
    'video_counts',
    'videos',
  ],
  revisions: ['presets', 'videos'],
  uploads: ['revisions', 'videos'],
  'video-batches': ['videos'],
  videos: ['accounts', 'playback_channels', 'presets', 'revisions'],
};
