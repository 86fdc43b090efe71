-- Shortcuts for viewers, which go when nobody waits for them any more.
create index pieces_extra on pieces (asked_at) where is_extra and state = 'waiting';
-- Full workers look for these alone, however much else waits.
create index pieces_express on pieces (team_id, is_background, due_at, position)
  where state = 'waiting' and not is_extra and is_express;
-- The team's page of jobs finds its videos, and the first piece of each, without reading all pieces.
drop index pieces_unfinished;
create index pieces_queued
  on pieces (team_id, revision_key, state, is_background, due_at, position)
  where state in ('waiting', 'running', 'failed') and not is_extra;
create index revisions_unplanned on revisions (team_id)
  where plan is null and state in ('sourceIngression', 'failed');
