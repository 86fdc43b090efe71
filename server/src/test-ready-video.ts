import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeShared } from '@kinora/contract/test-shared';
import { sql } from 'kysely';
import type { Db } from './base/db.ts';
import { newId } from './base/ids.ts';
import { recordChanges } from './features/publishing/actions/record.ts';
import { publishNamed } from './features/publishing/test-publishing.ts';
import { sourceKey } from './features/uploads/rules.ts';
import { addTestVideo, type TestVideo } from './test-owner.ts';
import { stateOf, type TestVideos, withAppWorker } from './test-videos.ts';

type Row = Record<string, unknown>;

/** The work of workers on a file: rows of its revision, and names of objects by their order. */
type Encoded = TestVideo & {
  teamId: string;
  revision: Row;
  outputs: Row[];
  pieces: Row[];
  objects: string[];
};

/** They belong to the copy. */
const OWN_COLUMNS = new Set([
  'key',
  'video_key',
  'team_id',
  'preset_id',
  'overlay_preset_id',
  'created_at',
]);

/**
 * Adds a video that is ready, and answers its key: for tests that need one and are not about how it
 * is made. Workers encode the first one in a run; the others get copies of its rows and objects.
 */
export async function addReadyVideo(
  videos: TestVideos,
  bytes: Buffer,
  presetId: string,
): Promise<string> {
  const file = createHash('sha256').update(bytes).digest('hex');
  const preset = await getPreset(videos.app.context.db, presetId);
  let first: string | null = null;
  const folder = await makeShared(['ready video', file, preset], async (into) => {
    first = await encode(videos, bytes, presetId);
    await keep(videos, first, into);
  });
  return first ?? copy(videos, folder, bytes, presetId);
}

/** Reads a preset without its owner. */
async function getPreset(db: Db, id: string): Promise<Row | undefined> {
  const { rows } = await sql<{ preset: Row }>`
    select to_jsonb(p) - '{id,team_id,created_at,updated_at}'::text[] as preset
    from presets p where id = ${id}`.execute(db);
  return rows[0]?.preset;
}

async function encode(videos: TestVideos, bytes: Buffer, presetId: string): Promise<string> {
  const key = await videos.upload(bytes, { presetId });
  await withAppWorker(videos.app.context, async () => {
    await videos.until(key, (now) => stateOf(now) === 'completed');
    // Later changes would reach the stream while a test looks at it.
    await videos.untilPublished(key, ({ stream }) => Boolean(stream?.storyboard));
  });
  return key;
}

async function keep({ app }: TestVideos, videoKey: string, folder: string): Promise<void> {
  const { db, storage } = app.context;
  const encoded = await readRows(db, videoKey);
  for await (const name of storage.list(`streams/${videoKey}/`)) {
    const stored = await storage.read(name, 2 ** 26);
    await writeFile(join(folder, String(encoded.objects.length)), stored ?? '');
    encoded.objects.push(name);
  }
  await writeFile(join(folder, 'encoded.json'), JSON.stringify(encoded));
}

async function copy(
  { app, ...owner }: TestVideos,
  folder: string,
  bytes: Buffer,
  presetId: string,
): Promise<string> {
  const { db, storage } = app.context;
  const video = await addTestVideo(app, owner, { presetId, sizeBytes: bytes.length });
  const text = await readFile(join(folder, 'encoded.json'), 'utf8');
  const before = JSON.parse(text) as Encoded;
  const encoded = JSON.parse(
    text
      .replaceAll(before.revisionKey, video.revisionKey)
      .replaceAll(before.videoKey, video.videoKey)
      .replaceAll(before.teamId, owner.teamId),
  ) as Encoded;
  await storage.put(sourceKey(video.videoKey, video.revisionKey), bytes);
  for (const [n, name] of encoded.objects.entries())
    await storage.put(name, await readFile(join(folder, String(n))));
  await writeRows(db, encoded);
  const name = { kind: 'video', key: video.videoKey };
  await db.transaction().execute((tx) => recordChanges(tx, [name]));
  await publishNamed(app.context, name);
  return video.videoKey;
}

async function readRows(db: Db, videoKey: string): Promise<Encoded> {
  const { rows } = await sql<Pick<Encoded, 'revision' | 'outputs' | 'pieces'>>`
    select to_jsonb(r) as revision,
      (select jsonb_agg(to_jsonb(o)) from outputs o where o.revision_key = r.key) as outputs,
      (select jsonb_agg(to_jsonb(p)) from pieces p where p.revision_key = r.key) as pieces
    from revisions r where video_key = ${videoKey}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the video has no revision');
  const { key, team_id: teamId } = found.revision;
  const place = { videoKey, revisionKey: String(key), teamId: String(teamId) };
  return { ...place, ...found, objects: [] };
}

async function writeRows(db: Db, { revisionKey, revision, outputs, pieces }: Encoded) {
  const names = Object.keys(revision).filter((name) => !OWN_COLUMNS.has(name));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`
    update revisions set (${columns}) = (select ${columns}
      from jsonb_populate_record(null::revisions, ${JSON.stringify(revision)}::jsonb))
    where key = ${revisionKey}`.execute(db);
  await insertRows(db, 'outputs', outputs);
  await insertRows(
    db,
    'pieces',
    pieces.map((piece) => ({ ...piece, id: newId() })),
  );
}

async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
    select * from jsonb_populate_recordset(null::${sql.table(table)},
      ${JSON.stringify(rows)}::jsonb)`.execute(db);
}
