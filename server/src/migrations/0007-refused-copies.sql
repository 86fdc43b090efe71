-- Kinds of tracks whose own bytes turned out, while they were copied, not to be what the index of the
-- file promises: the source is planned anew without copying them.
alter table revisions
  add column refused_copies text[] not null default '{}'
    check (refused_copies <@ array['video', 'audio']);
