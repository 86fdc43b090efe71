-- Free workers wait for this and don't ask again and again. However many pieces a transaction leaves
-- waiting, each worker gets one notice of it.
create function notify_pieces() returns trigger language plpgsql as $$
begin
  perform pg_notify('pieces', '');
  return null;
end $$;

create trigger notify_pieces after insert or update of state on pieces
  for each row when (new.state = 'waiting') execute function notify_pieces();
