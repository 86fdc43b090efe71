import type { Db, Tx } from '../../base/db.ts';
import type { ProvenTeam } from '../../base/request.ts';
import { drmPart } from '../drm/parts.ts';
import { outputsPart } from '../encoding/parts.ts';
import { geoblockPart } from '../geoblock-rules/parts.ts';
import { keyProblemPart } from '../key-servers/parts.ts';
import { overlayPart } from '../overlay-presets/parts.ts';
import { getRevisionParts } from '../revisions/parts.ts';
import { uploadPart } from '../uploads/parts.ts';
import type {
  AnyVideoPart,
  PartContext,
  PartVideo,
  Place,
  VideoColumns,
} from '../video-parts/parts.ts';
import { metadataPart } from './parts/metadata.ts';
import { tagsPart } from './parts/tags.ts';

// A feature adds its part of videos by a line in one of the two.

/** Lists show these of each video. */
export const SUMMARY_PARTS = [tagsPart, uploadPart] as const;

/** The page of a video shows these, too. */
export const PAGE_PARTS = [
  overlayPart,
  geoblockPart,
  metadataPart,
  drmPart,
  outputsPart,
  keyProblemPart,
] as const;

export const PARTS = [...SUMMARY_PARTS, ...PAGE_PARTS] as const;

type Part = (typeof PARTS)[number];

/** Inputs of a call that creates or changes videos, by part. */
export type PartInputs = {
  [One in Part as One extends { input?: never } ? never : One['name']]?: One['input'] | undefined;
};

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  both: infer All,
) => void
  ? All
  : never;

/** The fields that parts add in one place of an answer. */
type Added<Parts extends readonly AnyVideoPart[], At extends Place> = Both<
  Parts[number] extends infer One
    ? One extends { at: At; present(...given: never[]): infer Fields }
      ? Fields
      : never
    : never
>;
export type AddedParts<Parts extends readonly AnyVideoPart[]> = {
  video: Added<Parts, 'video'> & object;
  vod: Added<Parts, 'vod'> & object;
};

export type SummaryFields = AddedParts<typeof SUMMARY_PARTS>;
export type PageFields = AddedParts<typeof PAGE_PARTS>;

/** A row as it was read, with what the expressions of parts are in it, by name. */
type Row = { key: string; revisionKey: string } & Record<string, unknown>;

/** Adds the revisions' facts, and the data that parts load. */
export async function loadParts<One extends Row>(
  db: Db | Tx,
  team: ProvenTeam,
  parts: readonly AnyVideoPart[],
  rows: readonly One[],
): Promise<(One & PartVideo)[]> {
  if (rows.length === 0) return [];
  const revisions = await getRevisionParts(
    db,
    rows.map(({ revisionKey }) => revisionKey),
  );
  let videos = rows.flatMap((row) => {
    const revision = revisions.get(row.revisionKey);
    // The revision was removed after the row was read.
    return revision ? [{ ...row, revision }] : [];
  });
  for (const part of parts) videos = await loadPart(db, team, part, videos);
  return videos;
}

async function loadPart<One extends Row & PartVideo>(
  db: Db | Tx,
  team: ProvenTeam,
  part: AnyVideoPart,
  videos: One[],
): Promise<One[]> {
  if (!('load' in part)) return videos;
  const concerned = videos.filter((video) => part.concerns?.(video) ?? true);
  const keys = concerned.map((video) => video[part.by]);
  const loaded = keys.length === 0 ? new Map<string, unknown>() : await part.load(db, team, keys);
  return videos.flatMap((video) => {
    const key = video[part.by];
    const known = loaded.has(key) ? loaded.get(key) : part.absent;
    return known === undefined ? [] : [{ ...video, [part.name]: known }];
  });
}

/** Returns the fields that parts add to an answer, by their place. */
export function presentParts<const Parts extends readonly AnyVideoPart[]>(
  parts: Parts,
  video: Row & PartVideo,
  context: PartContext,
): AddedParts<Parts> {
  const added = { video: {}, vod: {} };
  for (const part of parts) {
    Object.assign(added[part.at], part.present(video[part.name], video, context));
  }
  return added as AddedParts<Parts>;
}

/** Says whether viewers may see something of a change: a title, or what a part doesn't keep from them. */
export function isSeen(change: Readonly<Record<string, unknown>>): boolean {
  const unseen: string[] = PARTS.filter((part: AnyVideoPart) => part.isUnseen).map(
    ({ name }) => name,
  );
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && !unseen.includes(name),
  );
}

/** Checks inputs, and turns them into columns of a video's row. @throws AppError validation_failed */
export async function toPartColumns(
  tx: Tx,
  team: ProvenTeam,
  inputs: PartInputs,
): Promise<VideoColumns> {
  const columns: VideoColumns = {};
  for (const { part, input } of listGiven(inputs)) {
    Object.assign(columns, await part.toColumns?.(tx, team, input));
  }
  return columns;
}

/** Writes what parts keep beside the rows of videos, which the transaction has locked or created. */
export async function saveParts(
  tx: Tx,
  team: ProvenTeam,
  byVideo: ReadonlyMap<string, PartInputs>,
): Promise<void> {
  const given = [...byVideo].flatMap(([key, inputs]) =>
    listGiven(inputs).map((one) => ({ ...one, key })),
  );
  for (const [part, own] of Map.groupBy(given, ({ part }) => part)) {
    await part.save?.(tx, team, new Map(own.map(({ key, input }) => [key, input])));
  }
}

function listGiven(inputs: Record<string, unknown>): { part: AnyVideoPart; input: unknown }[] {
  return PARTS.flatMap((part) => {
    const input = inputs[part.name];
    return input === undefined ? [] : [{ part, input }];
  });
}
