-- Members can be suspended, and people are invited.

alter table team_memberships
  add column is_enabled boolean not null default true,
  -- the last request in this team; not older than the truth by more than five minutes
  add column last_seen_at timestamptz;

-- Live connections are judged again when somebody is suspended, or gets another role in a project.
drop trigger notify_access on team_memberships;
create trigger notify_access after insert or update of role, is_enabled or delete on team_memberships
  for each row execute function notify_access();
drop trigger notify_access on project_memberships;
create trigger notify_access after insert or update of role or delete on project_memberships
  for each row execute function notify_access();

-- A suspended member is none to other features: he sees no project, and gets no mails.
create or replace view visible_projects with (security_invoker = true) as
  select p.id, p.team_id, p.key, p.name, p.preset_id, p.geoblock_rule_id, p.player_id, p.key_server_id,
    p.primary_playback_channel_id, t.account_id as member_id, m.role as member_role
  from live_projects p
  join team_memberships t on t.team_id = p.team_id
  left join project_memberships m on m.project_id = p.id and m.account_id = t.account_id
  where t.is_enabled and (t.role = 'admin' or m.account_id is not null);

create or replace view active_members with (security_invoker = true) as
  select m.team_id, m.account_id, m.role, a.name, a.email, a.lang
  from team_memberships m join accounts a on a.id = m.account_id
  where m.is_enabled;

-- The names of people and teams, for lists of what they made or belong to.
create view people with (security_invoker = true) as
  select id, name, email, lang from accounts;
create view team_names with (security_invoker = true) as
  select id, namespace, name from teams;

-- An invitation lets the person with one address into a team, once. Accepted and withdrawn ones stay, so
-- that their links say what became of them.
create table team_invitations (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'manager', 'user')),
  -- false: only for projects, and over when it is for none any more
  is_for_team boolean not null,
  token_hash bytea not null unique,
  -- the link can be shown again to those who may invite
  sealed_token bytea not null,
  invited_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  -- null when no mail was sent, as the link is handed over by hand
  sent_at timestamptz,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  unique (team_id, id)
);
create unique index team_invitations_open on team_invitations (team_id, email)
  where accepted_at is null and withdrawn_at is null;
create index team_invitations_inviter on team_invitations (invited_by, team_id);
select isolate_by_team('team_invitations');

-- The projects that an invitation lets into, besides the team.
create table project_invitations (
  team_id uuid not null,
  project_id uuid not null,
  invitation_id uuid not null,
  role text not null check (role in ('project-manager', 'uploader', 'viewer')),
  added_by uuid references accounts on delete set null,
  added_at timestamptz not null default now(),
  primary key (project_id, invitation_id),
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade,
  foreign key (team_id, invitation_id) references team_invitations (team_id, id) on delete cascade
);
create index project_invitations_invitation on project_invitations (invitation_id);
select isolate_by_team('project_invitations');

-- An address has one in a team that is neither accepted nor withdrawn.
create view open_invitations with (security_invoker = true) as
  select id, team_id, email, role, expires_at
  from team_invitations where accepted_at is null and withdrawn_at is null;

-- Features that a team has switched on; without a row one is off.
create table team_features (
  team_id uuid not null references teams on delete cascade,
  key text not null,
  is_enabled boolean not null,
  primary key (team_id, key)
);
select isolate_by_team('team_features');
