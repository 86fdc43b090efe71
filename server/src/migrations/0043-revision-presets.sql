-- How a revision was made is its own: another may be made of the same video by another preset.
alter table revisions
  add preset_id uuid,
  add overlay_preset_id uuid;
update revisions r
  set preset_id = v.preset_id,
    overlay_preset_id = v.overlay_preset_id
  from videos v
  where v.key = r.video_key;
alter table revisions
  alter preset_id set not null,
  add foreign key (team_id, preset_id) references presets (team_id, id),
  add foreign key (team_id, overlay_preset_id) references overlay_presets (team_id, id);
-- Whether a preset is in use is asked for each of a list.
create index revisions_preset on revisions (preset_id);
create index revisions_overlay_preset on revisions (overlay_preset_id)
  where overlay_preset_id is not null;
-- Their indexes go with them.
alter table videos
  drop preset_id,
  drop overlay_preset_id;
