-- Thai order, and numbers by their value: ตอนที่ 2 before ตอนที่ 10.
create collation video_titles (provider = icu, locale = 'th-u-kn-true');

create table videos (
  key text primary key,
  team_id uuid not null,
  project_id uuid not null,
  creator_id uuid not null references accounts,
  title text not null,
  description text not null default '',
  -- lines for substring search (videos/rules/search.ts); at most 2,000 bytes, as indexes hold it
  search text not null check (octet_length(search) <= 2000),
  published_date date,
  -- null: the project's rule
  geoblock_rule_id uuid,
  -- lists of its own; both null where it has a rule of the team, or its project's
  allow_country_codes text[],
  deny_country_codes text[],
  current_revision_key text not null,
  -- The next three are copied from the current revision, since lists are sorted and filtered by them.
  state text not null default 'uploading' check (
    state in ('uploading', 'checking', 'processing', 'playable', 'completed', 'failed')
  ),
  -- 0 until the source was probed
  duration_ms double precision not null default 0,
  size_bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references accounts on delete set null,
  unique (team_id, key),
  foreign key (team_id, project_id) references projects (team_id, id),
  foreign key (team_id, geoblock_rule_id) references geoblock_rules (team_id, id),
  constraint videos_geoblock check (
    (allow_country_codes is null) = (deny_country_codes is null)
    and (geoblock_rule_id is null or allow_country_codes is null)
  )
);
-- Every sort of the list finds its page by position in an index of a project; that of time, which is also
-- what is searched, in one of the team too. A trigram index finds nothing for words of two letters, which
-- Thai has many of, and makes each insert cost several times as much.
create index videos_team_newest on videos (team_id, created_at desc, key desc)
  include (project_id, state, creator_id, search) where deleted_at is null;
create index videos_project_newest on videos (project_id, created_at desc, key desc)
  include (team_id, state, creator_id, search) where deleted_at is null;
-- As much of a title as is compared fits into an index.
create index videos_project_title
  on videos (project_id, (left(title, 100) collate video_titles), key) where deleted_at is null;
create index videos_project_duration on videos (project_id, duration_ms, key)
  where deleted_at is null;
create index videos_project_size on videos (project_id, size_bytes, key) where deleted_at is null;
create index videos_creator on videos (team_id, creator_id, created_at desc, key desc)
  include (project_id) where deleted_at is null;
create index videos_unready on videos (team_id, state, created_at desc, key desc)
  include (project_id) where deleted_at is null and state <> 'completed';
create index videos_geoblock_rule on videos (geoblock_rule_id) where geoblock_rule_id is not null;
select isolate_by_team('videos');

create table tags (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  unique (team_id, name),
  unique (team_id, id)
);
select isolate_by_team('tags');

create table video_tags (
  team_id uuid not null,
  video_key text not null,
  tag_id uuid not null,
  primary key (video_key, tag_id),
  foreign key (team_id, video_key) references videos (team_id, key) on delete cascade,
  foreign key (team_id, tag_id) references tags (team_id, id) on delete cascade
);
create index video_tags_tag on video_tags (tag_id, video_key);
select isolate_by_team('video_tags');

-- How many videos a project has that are not deleted: the sum of its rows. A transaction that adds or
-- removes videos changes a row that no other transaction holds, or adds one, so that none waits for
-- another; rows that are free are put together again.
create table video_counts (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  project_id uuid not null,
  -- below 0 where more were removed by this row than added
  videos bigint not null,
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
) with (fillfactor = 50);
create index video_counts_project on video_counts (team_id, project_id);
select isolate_by_team('video_counts');

create function change_video_count(of_team uuid, of_project uuid, change bigint) returns void
language plpgsql as $$
declare
  free bigint[] := array(
    select id from video_counts where team_id = of_team and project_id = of_project
    order by id limit 2 for update skip locked
  );
begin
  if cardinality(free) = 0 then
    insert into video_counts (team_id, project_id, videos) values (of_team, of_project, change);
    return;
  end if;
  update video_counts
    set videos = videos + change
      + coalesce((select o.videos from video_counts o where o.id = free[2]), 0)
    where id = free[1];
  delete from video_counts where id = free[2];
end $$;

create function count_videos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_video_count(team_id, project_id, count(*))
      from videos_after where deleted_at is null group by team_id, project_id;
  elsif tg_op = 'DELETE' then
    perform change_video_count(team_id, project_id, -count(*))
      from videos_before where deleted_at is null group by team_id, project_id;
  else
    perform change_video_count(team_id, project_id, sum(change)::bigint)
      from (
        select team_id, project_id, 1 as change from videos_after where deleted_at is null
        union all
        select team_id, project_id, -1 from videos_before where deleted_at is null
      ) changes
      group by team_id, project_id having sum(change) <> 0;
  end if;
  return null;
end $$;

create trigger count_added_videos after insert on videos
  referencing new table as videos_after for each statement execute function count_videos();
create trigger count_changed_videos after update on videos
  referencing old table as videos_before new table as videos_after
  for each statement execute function count_videos();
create trigger count_removed_videos after delete on videos
  referencing old table as videos_before for each statement execute function count_videos();
