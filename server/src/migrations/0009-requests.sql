-- Shortcuts for viewers, which go when nobody waits for them any more.
create index pieces_extra on pieces (asked_at) where is_extra and state = 'waiting';
-- Full workers look for these alone, however much else waits.
create index pieces_express on pieces (team_id, is_background, due_at, position)
  where state = 'waiting' and not is_extra and is_express;
