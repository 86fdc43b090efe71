-- Customers' servers that give the keys of streams which are encrypted whole.

create table key_servers (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  note text not null default '',
  encoding_endpoint text,
  playback_endpoint text,
  secret_header_name text not null,
  sealed_encoder_secret bytea not null,
  sealed_token_secret bytea not null,
  -- counts changes of what a test is about, so that one that began before says nothing of what is now
  version int not null default 1,
  -- KeyServerTest of the contract, of this version
  test jsonb,
  tested_at timestamptz,
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id),
  check (not is_active or (test is not null and encoding_endpoint is not null
    and playback_endpoint is not null))
);
create index key_servers_team on key_servers (team_id, created_at desc, id desc);
select wall_by_team('key_servers');

-- One for all tracks of a preset that are encrypted; the profiles name it too.
alter table presets
  add key_server_id uuid,
  add foreign key (team_id, key_server_id) references key_servers (team_id, id);
create index presets_key_server on presets (key_server_id) where key_server_id is not null;

-- The key that a stream is being encrypted with, for as long as something is left to encrypt.
create table revision_keys (
  revision_key text primary key references revisions on delete cascade,
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);

alter table video_batches drop constraint video_batches_action_check;
alter table video_batches
  add constraint video_batches_action_check
    check (action in ('addTags', 'removeTags', 'move', 'delete', 'packageAnew'));
