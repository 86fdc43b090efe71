-- What is known of a revision's stream, apart by who writes it (decision 53). `stream` is the whole,
-- which the build before this one reads and writes; it goes with the next release, and its trigger.
alter table revisions
  -- encoding: renditions, borders, and how much of them can be played
  add column renditions jsonb,
  -- what names the plan in storage
  add column folder text,
  add column delivery_model text check (delivery_model in ('classic', 'model-k', 'model-c')),
  -- where players ask for the key of a stream that is stored encrypted whole
  add column key_uri text,
  -- cover and storyboard
  add column pictures jsonb,
  -- whole files for download
  add column files jsonb,
  -- drm: how the segments are encrypted, and signalled
  add column protection jsonb;

create function split_stream() returns trigger language plpgsql as $$
declare
  -- Joined with nothing, so that what follows does not unpack it each time.
  stream jsonb := new.stream || '{}';
  encryption jsonb := nullif(stream -> 'encryption', 'null');
begin
  -- Its row was not converted yet, or the build before has written it.
  if (old.renditions is null and old.stream is not null) or stream is distinct from old.stream then
    new.renditions := stream - array['version', 'videoKey', 'revisionKey', 'durationMs', 'folder',
      'deliveryModel', 'coverWidths', 'storyboard', 'progressive', 'encryption'];
    new.folder := stream ->> 'folder';
    new.delivery_model := case when stream is not null
      then coalesce(stream ->> 'deliveryModel', 'classic') end;
    new.duration_ms := coalesce(new.duration_ms, (stream -> 'durationMs')::float8);
    new.pictures := case when stream is not null then jsonb_build_object(
      'coverWidths', stream -> 'coverWidths', 'storyboard', stream -> 'storyboard') end;
    new.files := case when stream is not null then jsonb_build_object(
      'progressive', coalesce(stream -> 'progressive', '[]')) end;
    new.key_uri := case when encryption ->> 'method' = 'aes-128' then encryption ->> 'keyUri' end;
    new.protection := case when encryption ->> 'method' <> 'aes-128'
      then jsonb_build_object('encryption', encryption) end;
  else
    new.stream := case when new.renditions is not null then
      jsonb_strip_nulls(jsonb_build_object('folder', new.folder))
      || jsonb_build_object('version', 1, 'videoKey', new.video_key, 'revisionKey', new.key,
        'durationMs', new.duration_ms, 'deliveryModel', new.delivery_model)
      || new.renditions
      || coalesce(new.pictures, '{"coverWidths": [], "storyboard": null}')
      || coalesce(new.files, '{"progressive": []}')
      || coalesce(new.protection, jsonb_build_object('encryption', case
        when new.key_uri is not null
        then jsonb_build_object('method', 'aes-128', 'keyUri', new.key_uri) end))
    end;
  end if;
  return new;
end $$;

create trigger split_stream
  before update of stream, renditions, folder, delivery_model, key_uri, pictures, files, protection
  on revisions for each row execute function split_stream();
