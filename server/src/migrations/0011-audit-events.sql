-- What was changed, by whom: a row for each thing that a write changed. Kept for a year, in a partition a
-- month, so that the oldest month goes without its rows being read.
create table audit_events (
  id uuid not null,
  -- pages are told apart by it, and JavaScript's times have no more than milliseconds
  at timestamptz not null default date_trunc('milliseconds', now()),
  team_id uuid not null references teams on delete cascade,
  -- a project or a thing may be gone before its history is
  project_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text,
  subject_name text,
  actor jsonb not null,
  -- the person, where one is known, else what acted by itself
  actor_id text not null,
  changes jsonb,
  primary key (team_id, at, id)
) partition by range (at);
create index audit_events_subject on audit_events (team_id, subject_type, subject_id, at);
create index audit_events_actor on audit_events (team_id, actor_id, at);
select isolate_by_team('audit_events');

-- Takes rows of months that have no partition, so that no write fails for want of one.
create table audit_events_rest partition of audit_events default;
select isolate_by_team('audit_events_rest');

-- Makes the partitions of this month and the next two, and drops those that are more than a year old.
create function keep_audit_partitions(today date) returns void language plpgsql as $$
declare
  month timestamp;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('audit partitions'));
  for month in
    select generate_series(date_trunc('month', today), date_trunc('month', today) + interval '2 months',
      interval '1 month')
  loop
    name := 'audit_events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like audit_events including defaults including constraints)', name);
    execute format(
      'with moved as (delete from audit_events_rest where at >= %1$L and at < %2$L returning *)
        insert into %3$I select * from moved',
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', name
    );
    execute format(
      'alter table audit_events attach partition %I for values from (%L) to (%L)',
      name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
    );
    perform isolate_by_team(name::regclass);
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_events'::regclass and c.relname ~ '^audit_events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', today) - interval '12 months'
  loop
    execute format('drop table %I', name);
  end loop;
  -- of months in which this never ran
  delete from audit_events_rest where at < date_trunc('month', today) - interval '12 months';
end $$;
select keep_audit_partitions(current_date);

-- Keeps what an account did to itself in the history of each of its teams, which the session of such a
-- request does not see.
create function record_account_events(account uuid, events jsonb) returns void language plpgsql as $$
declare
  seen text := coalesce(current_setting('kinora.team', true), '*');
begin
  perform set_config('kinora.team', '*', true);
  insert into audit_events (id, team_id, action, subject_type, subject_id, subject_name, actor, actor_id,
    changes)
  select gen_random_uuid(), m.team_id, e.action, e.subject_type, e.subject_id, e.subject_name, e.actor,
    e.actor_id, e.changes
  from jsonb_to_recordset(events) as e(action text, subject_type text, subject_id text, subject_name text,
    actor jsonb, actor_id text, changes jsonb)
  cross join team_memberships m
  where m.account_id = account;
  perform set_config('kinora.team', seen, true);
end $$;

-- What a history names, as it is now: `key` is what its page is opened by.
create view named_things with (security_invoker = true) as
  select team_id, 'project' as type, id, key, name from projects
  union all select team_id, 'preset', id, id::text, name from presets
  union all select team_id, 'overlayPreset', id, id::text, name from overlay_presets
  union all select team_id, 'geoblockRule', id, id::text, name from geoblock_rules
  union all select team_id, 'playbackChannel', id, id::text, name from playback_channels
  union all select team_id, 'player', id, id::text, name from players
  union all select team_id, 'keyServer', id, id::text, name from key_servers
  union all select team_id, 'urlSigningKey', id, id::text, key_id from url_signing_keys
  union all select team_id, 'jwtKey', id, id::text, name from drm_jwt_keys
  union all select team_id, 'member', account_id, account_id::text, name from active_members
  union all select id, 'team', id, id::text, name from teams
  union all select id, 'drmConfig', id, id::text, name from teams;
