-- Shortcuts for viewers, which go when nobody waits for them any more.
create index pieces_extra on pieces (asked_at) where is_extra and state = 'waiting';
