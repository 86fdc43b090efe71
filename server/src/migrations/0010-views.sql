-- What other features may read of these rows: what makes a video live, or a project visible, is said
-- here, once. A view asks with its reader's rights, so that row-level security holds behind it.
-- Columns are named, and no more of them than are read: a view keeps a column from being dropped.

create view live_videos with (security_invoker = true) as
  select key, team_id, project_id, title, current_revision_key, geoblock_rule_id, created_at, deleted_at
  from videos where deleted_at is null;

-- A video has one that counts; it may be in the recycle bin.
create view current_revisions with (security_invoker = true) as
  select key, team_id, video_key, state, plan, probe_error_type, drm_model, drm_target, source_type,
    source_size_bytes, upload_completed_at, created_at, planned_at, completed_at
  from revisions where role = 'current';

-- What is worked on: what viewers get, and what they are to get.
create view active_revisions with (security_invoker = true) as
  select key, team_id, video_key, state, plan, probe_error_type, failure_reason, duration_ms,
    source_type, source_size_bytes, upload_completed_at, created_at, planned_at, completed_at
  from revisions where role in ('preparing', 'current');

create view live_projects with (security_invoker = true) as
  select id, team_id, key, name, preset_id, geoblock_rule_id, player_id, key_server_id,
    primary_playback_channel_id
  from projects;

-- A project once for each member who may see it; admins see all. `member_role` is null for an admin who was
-- not added.
create view visible_projects with (security_invoker = true) as
  select p.id, p.team_id, p.key, p.name, p.preset_id, p.geoblock_rule_id, p.player_id, p.key_server_id,
    p.primary_playback_channel_id, t.account_id as member_id, m.role as member_role
  from live_projects p
  join team_memberships t on t.team_id = p.team_id
  left join project_memberships m on m.project_id = p.id and m.account_id = t.account_id
  where t.role = 'admin' or m.account_id is not null;

create view active_members with (security_invoker = true) as
  select m.team_id, m.account_id, m.role, a.name, a.email, a.lang
  from team_memberships m join accounts a on a.id = m.account_id;
