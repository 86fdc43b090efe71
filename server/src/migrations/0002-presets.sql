alter table presets
  add column default_resolution jsonb,
  add column background_completion text not null default 'whenIdle'
    check (background_completion in ('whenIdle', 'never')),
  add column updated_at timestamptz not null default now();
update presets set updated_at = created_at;

-- Until now all presets came with their team, of H.264 and AAC in one HLS profile: they get the
-- fields that a track may now have, and what is encoded of them stays the same.
update presets p set profiles = (
  select jsonb_agg(
    profile || jsonb_build_object(
      'videoTracks', (
        select coalesce(jsonb_agg(
          track || jsonb_build_object(
            'resolutionType', track -> 'name',
            'videoCodecOptions',
              '{"targetBitRateKbps": null, "qp": null, "cq": null, "speed": "fast"}'
                || (track -> 'videoCodecOptions'),
            'videoDurationCondition', null,
            'encryption', '{"isEnableVideoEncryption": false, "keyServerId": null}'::jsonb
          ) order by n), '[]')
        from jsonb_array_elements(profile -> 'videoTracks') with ordinality as t (track, n)
      ),
      'audioTracks', (
        select coalesce(jsonb_agg(track || '{"name": "Stereo"}' order by n), '[]')
        from jsonb_array_elements(profile -> 'audioTracks') with ordinality as t (track, n)
      ),
      'audioVariants', '[]'::jsonb
    ) order by at)
  from jsonb_array_elements(p.profiles) with ordinality as o (profile, at)
);

-- One more for each adaptive model, with the same renditions. Lists are in order of creation: they
-- come behind what a team has.
insert into presets
  (id, team_id, name, vod_delivery_model, is_system, profiles, created_at, updated_at)
select gen_random_uuid(), p.team_id, m.name, m.model, true,
  jsonb_set(jsonb_set(p.profiles, '{0,formatType}', '"cmaf"'), '{0,name}', '"CMAF"'),
  now() + m.place * interval '1 millisecond', now() + m.place * interval '1 millisecond'
from presets p
cross join (values (1, 'Adaptive 1080p', 'model-k'), (2, 'On demand 1080p', 'model-c'))
  as m (place, name, model)
where p.is_system and p.name = 'Standard 1080p';

-- Pictures that are drawn over a video.
create table overlay_presets (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- of a PNG in storage
  image_key text not null,
  image_width int not null,
  image_height int not null,
  position text not null check (
    position in (
      'topLeft', 'top', 'topRight', 'left', 'center', 'right', 'bottomLeft', 'bottom', 'bottomRight'
    )
  ),
  -- of the frame's width
  size_percent int not null check (size_percent between 1 and 100),
  opacity_percent int not null check (opacity_percent between 1 and 100),
  margin_percent int not null check (margin_percent between 0 and 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, id)
);

alter table videos
  add column overlay_preset_id uuid,
  add foreign key (team_id, overlay_preset_id) references overlay_presets (team_id, id);

-- Whether a preset is in use is asked for each of a list.
create index videos_preset on videos (preset_id);
create index videos_overlay_preset on videos (overlay_preset_id)
  where overlay_preset_id is not null;
