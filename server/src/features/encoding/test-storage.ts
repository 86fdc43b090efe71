import assert from 'node:assert/strict';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import {
  CHANGE_LIST_KEY,
  getPublishedChannelKey,
  getPublishedKeysKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
} from '@kinora/contract/published';
import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import { segmentCount } from '@kinora/manifests/segment-durations';
import { startWorker } from '../../base/worker.ts';
import type { TestApp } from '../../test-app.ts';
import { sweepPackagingsWork } from '../drm/work/sweep.ts';
import { composeStream } from '../revisions/rules/compose-stream.ts';
import { readParts, storedParts } from '../revisions/queries.ts';
import { sourceKey } from '../uploads/rules.ts';
import { listOwnedPrefixes } from '../videos/rules/owned-objects.ts';
import { removeObjectsWork } from '../../base/remove-objects.ts';

type App = Pick<TestApp, 'context'>;

/** The objects of a row: some must be there, all else that is its own may be. */
type Owned = { owner: string; needed: string[]; allowed: (key: string) => boolean };

const renditionsOf = ({ video, audio }: StreamDescription) => [...video, ...audio];
type Rendition = ReturnType<typeof renditionsOf>[number];

export function segmentNames(stream: StreamDescription, rendition: Rendition): string[] {
  const timeline = 'segments' in rendition ? rendition.segments : stream.videoSegments;
  const count = timeline ? segmentCount(timeline) : 0;
  return Array.from({ length: count }, (_, n) => `${rendition.id}/${n + 1}.m4s`);
}

/** Names below its prefix of all that a stream says to be stored. */
export function namesOf(stream: StreamDescription): string[] {
  const { storyboard } = stream;
  const sheets = storyboard
    ? Math.ceil(storyboard.tiles / (storyboard.columns * storyboard.rows))
    : 0;
  const ready = renditionsOf(stream).filter((rendition) => rendition.ready);
  return [
    ...ready.flatMap((rendition) => [
      `${rendition.id}/init.mp4`,
      ...segmentNames(stream, rendition),
      ...('iFrames' in rendition && rendition.iFrames ? [`${rendition.id}/key-frames.json`] : []),
    ]),
    ...stream.coverWidths.map((width) => `cover-${width}.jpg`),
    ...Array.from({ length: sheets }, (_, n) => `storyboard-${n + 1}.jpg`),
    ...stream.progressive.map(({ height }) => `${height}p.mp4`),
  ];
}

async function revisionsOwn({ context }: App): Promise<Owned[]> {
  const { db } = context;
  const rows = await db
    .selectFrom('revisions as r')
    .select(['key', 'video_key', 'upload_completed_at', 'remux_key', 'drm_target', storedParts])
    .select(
      sql<boolean>`exists (select from pieces p where p.revision_key = r.key
        and p.state <> 'completed')`.as('isUnfinished'),
    )
    .execute();
  return rows.flatMap((row) => {
    const owner = `revision ${row.key}`;
    const source = sourceKey(row.video_key, row.key);
    const { remux_key: work, upload_completed_at: completedAt } = row;
    const parts = readParts(row.parts);
    const needed = [...(completedAt ? [source] : []), ...(work && parts ? [work] : [])];
    const files = { owner, needed, allowed: (key: string) => key === source || key === work };
    if (!parts) return [files];
    const stream = composeStream(parts);
    const prefix = getStreamPrefix(stream);
    const isInWork = row.isUnfinished || row.drm_target !== null;
    const names = namesOf(stream).map((name) => prefix + name);
    const { encryption } = stream;
    const keys =
      encryption?.method === 'cbcs' ? getPublishedKeysKey(row.key, encryption) : undefined;
    const allowed = (key: string) => key === keys || (isInWork && key.startsWith(prefix));
    return [files, { owner, needed: names, allowed }];
  });
}

async function segmentsOwn({ context }: App): Promise<Owned[]> {
  const rows = await context.db
    .selectFrom('stored_segments as s')
    .innerJoin('revisions as r', 'r.key', 's.revision_key')
    .select(['r.video_key as videoKey', 'r.key as revisionKey', 's.rendition_id', 's.number'])
    .select('r.folder')
    .execute();
  return rows.map(({ rendition_id, number, ...place }) => ({
    owner: `segment of ${place.revisionKey}`,
    needed: [`${getStreamPrefix(place)}${rendition_id}/${number}.m4s`],
    allowed: () => false,
  }));
}

async function videosOwn({ context }: App): Promise<Owned[]> {
  const videos = await context.db.selectFrom('videos').select('key').execute();
  const documents = new Set(videos.map(({ key }) => getPublishedVideoKey(key)));
  return [{ owner: 'videos', needed: [], allowed: (key) => documents.has(key) }];
}

async function othersOwn({ context }: App): Promise<Owned[]> {
  const { db } = context;
  const hosts = await db
    .selectFrom('playback_channels')
    .select('default_playback_domain')
    .execute();
  const projects = await db.selectFrom('projects').select('id').execute();
  const teams = await db.selectFrom('teams').select('id').execute();
  const images = await db.selectFrom('images').select('storage_keys').execute();
  const published = new Set([
    // One for the whole installation.
    CHANGE_LIST_KEY,
    ...hosts.map((row) => getPublishedChannelKey(row.default_playback_domain)),
    ...projects.map(({ id }) => getPublishedProjectKey(id)),
    ...teams.map(({ id }) => getPublishedTeamKey(id)),
  ]);
  return [
    { owner: 'published', needed: [], allowed: (key) => published.has(key) },
    {
      owner: 'images',
      needed: images.flatMap((row) => row.storage_keys),
      allowed: () => false,
    },
  ];
}

/** Lists where objects of videos may lie. */
async function listPlaces({ context }: App): Promise<string[]> {
  const rows = await context.db.selectFrom('revisions').select(['key', 'video_key']).execute();
  const byVideo = Map.groupBy(rows, (row) => row.video_key);
  return [...byVideo].flatMap(([videoKey, own]) =>
    listOwnedPrefixes(
      videoKey,
      own.map(({ key }) => key),
    ),
  );
}

/** Runs the queued removals at once. */
export async function collectGarbage({ context }: App): Promise<void> {
  const works = [removeObjectsWork, sweepPackagingsWork];
  const names = works.map(({ job }) => job.name);
  const worker = await startWorker(works, context, { supervises: false });
  try {
    await until('all to be removed that is queued', async () => {
      await sql`update pgboss.job set start_after = now()
        where name = any(${names}) and state in ('created', 'retry')`.execute(context.db);
      const { rows } = await sql`select from pgboss.job
        where name = any(${names}) and state in ('created', 'retry', 'active')`.execute(context.db);
      return rows.length === 0;
    });
  } finally {
    await worker.stop(1000);
  }
}

async function keysIn({ context }: App): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of context.storage.list('')) keys.push(key);
  return keys;
}

/** After all queued removals, every object belongs to a row, and no row lacks one. */
export async function assertOwned(app: App): Promise<void> {
  await collectGarbage(app);
  // Rows are read between two listings, as other work may change both.
  const stored = await keysIn(app);
  const ofVideos = [
    ...(await videosOwn(app)),
    ...(await revisionsOwn(app)),
    ...(await segmentsOwn(app)),
  ];
  const owned = [...ofVideos, ...(await othersOwn(app))];
  const ownedBy = (rows: readonly Owned[]) => {
    const needed = new Set(rows.flatMap((one) => one.needed));
    return (key: string) => needed.has(key) || rows.some(({ allowed }) => allowed(key));
  };
  const isOwned = ownedBy(owned);
  const places = await listPlaces(app);
  assert.deepEqual(
    stored.filter(ownedBy(ofVideos)).filter((key) => !places.some((at) => key.startsWith(at))),
    [],
    'objects of a video that no prefix of it names',
  );
  assert.deepEqual(
    stored.filter((key) => !isOwned(key)),
    [],
    'objects that no row owns',
  );
  const there = new Set(await keysIn(app));
  assert.deepEqual(
    owned.flatMap((one) =>
      one.needed.filter((key) => !there.has(key)).map((key) => `${one.owner}: ${key}`),
    ),
    [],
    'objects that rows promise',
  );
}
