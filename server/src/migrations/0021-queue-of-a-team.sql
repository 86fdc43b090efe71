-- The team's page of jobs finds revisions whose work goes on by their state, and those with something
-- left behind it by their pieces: pictures and files, of which a revision has few, and renditions
-- that are made when workers are idle or somebody has requested them, of which it may have many.
create index revisions_unfinished on revisions (team_id)
  where state in ('sourceIngression', 'processing', 'partiallyCompleted', 'failed');
create index pieces_beside on pieces (team_id, revision_key, state desc, due_at)
  where state in ('waiting', 'running', 'failed') and not is_extra and not is_background
    and kind in ('cover', 'storyboard', 'progressive');
create index pieces_later on pieces (team_id, revision_key, state desc, due_at)
  where state in ('waiting', 'running', 'failed') and not is_extra
    and (is_background or asked_at is not null);
drop index pieces_heads;
drop index revisions_unplanned;
