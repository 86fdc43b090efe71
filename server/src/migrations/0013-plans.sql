-- What is encoded of a plan is encoded by one build of the encoder (`MediaTools.fingerprint`), since
-- segments of another may not be playable together with it.
alter table pieces
  -- who may make it; '' for any, as copies, pictures beside the stream, and plans of earlier builds
  add column encoder text not null default '';
drop index pieces_waiting;
create index pieces_waiting on pieces (team_id, encoder, is_background, due_at, position)
  where state = 'waiting' and not is_extra;
drop index pieces_express;
create index pieces_express on pieces (team_id, encoder, is_background, due_at, position)
  where state = 'waiting' and not is_extra and is_express;

-- Encoders, and when a worker that has one was last alive.
create table encoders (
  fingerprint text primary key,
  seen_at timestamptz not null default now()
);
