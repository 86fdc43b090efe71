import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '@kinora/server/base/db';
import type { Person, TestApp } from '@kinora/server/test-app';

export const thaiWords = [
  'ข่าว',
  'ภาคค่ำ',
  'น้ำท่วม',
  'ครัว',
  'คุณยาย',
  'แกง',
  'เขียวหวาน',
  'สัมภาษณ์',
  'ทีมชาติ',
  'สารคดี',
  'แม่น้ำ',
  'โขง',
  'งาน',
  'วัด',
  'ปลา',
  'กีฬา',
];
export const englishWords = [
  'news',
  'evening',
  'concert',
  'backstage',
  'final',
  'cut',
  'river',
  'market',
  'go',
  'interview',
  'promo',
  'trailer',
  'up',
  'season',
  'episode',
  'live',
];

/**
 * Fills a database with videos as they are when they are ready to watch: Thai and English titles,
 * four projects a team, three outputs a video. @returns the first team and its admin
 */
export async function seedVideos(
  { addTeam, call, context }: TestApp,
  { videos, teams }: { videos: number; teams: number },
): Promise<{ namespace: string; admin: Person }> {
  let first: { namespace: string; admin: Person } | null = null;
  for (let n = 0; n < teams; n += 1) {
    const name = `team-${n}`;
    const made = await addTeam(name);
    first ??= { namespace: name, admin: made.admin };
    const as = made.admin;
    for (const key of ['alpha', 'beta', 'gamma', 'delta']) {
      await call('POST', '/api/v1/projects', {
        as,
        team: name,
        body: { key, name: `${key} ${n}` },
      });
    }
  }
  await context.db.transaction().execute(async (tx) => {
    // Filling takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await fill(tx, { videos, teams });
  });
  await context.db.executeQuery(CompiledQuery.raw('vacuum analyze'));
  if (!first) throw new Error('no team');
  return first;
}

async function fill(db: Tx, { videos, teams }: { videos: number; teams: number }): Promise<void> {
  const pick = (words: string[]) =>
    sql.raw(
      `(array[${words.map((w) => `'${w}'`).join(',')}])[1 + floor(random() * ${words.length})::int]`,
    );
  await sql`
    insert into videos (key, team_id, project_id, creator_id, title, search,
      current_revision_key, created_at, updated_at, state, duration_ms, size_bytes)
    select key, team_id, project_id, creator_id, title,
      lower(title || e'\nclip.mp4\n' || key), 'r' || key, at, at, 'completed',
      1000 * (1 + floor(random() * 7200)), 1000000 + floor(random() * 4000000000)
    from (
      select 'v' || lpad(n::text, 11, '0') as key, p.team_id, p.id as project_id, p.creator_id,
        ${pick(thaiWords)} || ${pick(thaiWords)} || ' ' || ${pick(englishWords)} || ' '
          || ${pick(thaiWords)} || ' ' || ${pick(englishWords)} || ' ' || n as title,
        now() - random() * interval '900 days' as at
      from generate_series(1, ${videos}) n
      join (select *, row_number() over (order by id) - 1 as place from projects) p
        on p.place = n % ${teams * 4}
    ) made
    -- rows of a table lie in the order in which they came
    order by at`.execute(db);
  await sql`
    insert into revisions (key, team_id, video_key, state, source_file_name, source_type,
      source_size_bytes, upload_completed_at, duration_ms, total_expected_outputs,
      total_completed_outputs, progress_percent, images, preset_id)
    select 'r' || v.key, v.team_id, v.key, 'completed', 'clip.mp4', 'video/mp4', v.size_bytes, v.created_at,
      v.duration_ms, 6, 6, 100, '{"coverWidths":[320,640,1280],"storyboard":null}', p.preset_id
    from videos v join projects p on p.id = v.project_id`.execute(db);
  await sql`
    insert into outputs (revision_key, rendition_id, type, position, name, codec, width, height,
      average_bps, peak_bps, size_bytes, completed_at)
    select current_revision_key, 'v' || h, 'video', h, h || 'p', 'avc1.64001f', h * 16 / 9, h,
      h * 2000, h * 3000, h * 10000, created_at
    from videos, (values (1080), (720), (480)) l(h)`.execute(db);
}
