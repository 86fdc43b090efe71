-- A role in a project ends with the membership of its team, and does not come back with a new one.
delete from project_memberships p where not exists (
  select from team_memberships t where t.account_id = p.account_id and t.team_id = p.team_id
);
alter table project_memberships add foreign key (account_id, team_id)
  references team_memberships (account_id, team_id) on delete cascade;

alter table sessions
  add column id uuid not null unique default gen_random_uuid(),
  add column user_agent text not null default '',
  -- An IPv4 address or an IPv6 network of 64 bits.
  add column network text not null default '',
  add column last_used_at timestamptz not null default now();

-- Browsers in which somebody signed in: a lock that strangers bring about is not theirs.
create table known_browsers (
  token_hash bytea not null,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_browsers_account on known_browsers (account_id);
create index known_browsers_expiry on known_browsers (expires_at);

create index sign_in_failures_first on sign_in_failures (first_at);
