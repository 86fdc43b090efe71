-- What the probe found in a source, small, beside the plan of its encoding, which is large: lists show
-- the size of a frame. By a trigger, as the build before this one plans too.
alter table revisions add column probed jsonb;

create function record_probed() returns trigger language plpgsql as $$
begin
  if new.plan is not null then
    new.probed := new.plan -> 'source';
  elsif new.state = 'sourceWaiting' then
    -- The file is to be sent once more, and may be another.
    new.probed := null;
  end if;
  return new;
end $$;

create trigger record_probed before update of plan, state on revisions
  for each row execute function record_probed();
