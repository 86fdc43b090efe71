-- How players look and behave, and what their logos and error screens show.

create table players (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- PlayerOptions of the contract
  options jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);
select wall_by_team('players');

-- Stored under `player-pictures/{id}.webp`.
create table player_pictures (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default now(),
  unique (team_id, id)
);
create index player_pictures_team on player_pictures (team_id, created_at);
select wall_by_team('player_pictures');

-- Null: the standard player.
alter table projects
  add player_id uuid,
  add foreign key (team_id, player_id) references players (team_id, id);
create index projects_player on projects (player_id) where player_id is not null;

alter table publications drop constraint publications_kind_check;
alter table publications
  add constraint publications_kind_check
    check (kind in ('video', 'host', 'project', 'team', 'player'));
