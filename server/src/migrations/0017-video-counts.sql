-- How many videos a project has that are not deleted: the sum of its rows. Who adds or removes videos
-- changes a row that no other transaction holds, or adds one, so that nobody waits for anybody; rows
-- that are free are put together again. By triggers, as the build before writes videos too.
create table video_counts (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  project_id uuid not null,
  -- below 0 where more were removed by this row than added
  videos bigint not null,
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
) with (fillfactor = 50);
create index video_counts_project on video_counts (team_id, project_id);
select wall_by_team('video_counts');

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

-- The triggers hold off whoever writes videos until this is committed.
insert into video_counts (team_id, project_id, videos)
  select team_id, project_id, count(*) from videos where deleted_at is null
  group by team_id, project_id;

-- The team's page of jobs takes the first entry of each video: of what waits the first, else of what
-- runs, else of what has failed.
create index pieces_heads
  on pieces (team_id, revision_key, state desc, is_background, due_at, position)
  where state in ('waiting', 'running', 'failed') and not is_extra;
drop index pieces_queued;
