import {
  type ChangeList,
  getPublishedChannelKey,
  getPublishedPlayerKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
  type PublishedVideo,
} from '@kinora/contract/published';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { type EarlierStream, MAX_EARLIER, type StreamDescription } from '@kinora/contract/stream';
import { isPlayable } from '../revisions/rules.ts';
import { getEncryption, PARTS, type StreamParts } from '../revisions/rules/stream-parts.ts';

/** By its key: a video, the host of a channel, a project, a team or a player. */
export type Subject = { kind: 'video' | 'host' | 'project' | 'team' | 'player'; key: string };
export type Settings = Subject & { kind: Exclude<Subject['kind'], 'video'> };

const DOCUMENT_KEYS: Record<Subject['kind'], (key: string) => string> = {
  video: getPublishedVideoKey,
  host: getPublishedChannelKey,
  project: getPublishedProjectKey,
  team: getPublishedTeamKey,
  player: getPublishedPlayerKey,
};

/** Storage key of a document. */
export function getDocumentKey({ kind, key }: Subject): string {
  return DOCUMENT_KEYS[kind](key);
}

export function getPublishedState(video: {
  isDeleted: boolean;
  /** It is to be protected first. */
  isWithheld: boolean;
  stream: StreamDescription | null;
}): PublishedVideo['state'] {
  if (video.isDeleted) return 'deleted';
  return !video.isWithheld && isPlayable(video.stream) ? 'playable' : 'notReady';
}

/** Says whether what does not play yet won't by itself either. */
export function hasFailed(row: {
  state: ProcessingState;
  probe_error_type: string | null;
  isWithheld: boolean;
  drm_failed: boolean;
  failure_reason: string | null;
}): boolean {
  if (row.state === 'failed' || row.probe_error_type !== null) return true;
  // The whole renditions of a stream that was given up would play, but for its protection.
  const isGivenUp = row.state === 'partiallyCompleted' && row.failure_reason !== null;
  return row.isWithheld && (row.drm_failed || isGivenUp);
}

const SEEN_COLUMNS: ReadonlySet<string> = new Set([
  ...PARTS,
  'state',
  'folder',
  'delivery_model',
  'key_uri',
  'probe_error_type',
  'failure_reason',
  'drm_required',
  'drm_failed',
]);

/**
 * Says whether a change of a revision may change its document. While it is processed nothing of it plays,
 * and the document has said so since before, unless it said that it had failed.
 */
export function isSeenByViewers({
  state,
  columns,
  isCurrent,
}: {
  state: ProcessingState;
  columns: readonly string[];
  isCurrent: boolean;
}): boolean {
  if (!isCurrent) return false;
  if (state === 'processing')
    return columns.includes('failure_reason') && !columns.includes('plan');
  return columns.some((name) => SEEN_COLUMNS.has(name));
}

/**
 * Composes the description that viewers get of a stream, with those that it has replaced: other tracks of
 * its own, and streams of other revisions.
 *
 * @param replaced the newest first
 */
export function composeStream(
  found: StreamParts,
  replaced: readonly WatchedStream[] = [],
): StreamDescription {
  const stream = describe(found);
  const earlier = [
    ...listReplacedTracks(found),
    ...replaced.flatMap(({ parts, untilMs }) => [
      order({ ...describe(parts), until: untilMs }),
      ...listReplacedTracks(parts),
    ]),
  ].slice(0, MAX_EARLIER);
  return order(earlier.length === 0 ? stream : { ...stream, earlier });
}

/** A revision's stream that viewers got before, and that some may watch until then. */
export type WatchedStream = { parts: StreamParts; untilMs: number };

function listReplacedTracks(found: StreamParts): EarlierStream[] {
  // That is of the tracks that took their place.
  const stream = { ...describe(found), firstRenditionId: null };
  return (found.renditions.earlier ?? []).map((tracks) => order({ ...stream, ...tracks }));
}

function describe(found: StreamParts): Omit<StreamDescription, 'earlier'> {
  const { renditions, pictures, files, protection, keyUri, folder, ...own } = found;
  const { earlier: _tracks, ...tracks } = renditions;
  return {
    version: 1,
    ...own,
    ...(folder === null ? {} : { folder }),
    ...tracks,
    ...pictures,
    ...files,
    encryption: getEncryption({ protection, keyUri }),
  };
}

/**
 * Puts members in the order of PostgreSQL's jsonb, as those inside of the parts stand, so that the same facts
 * are published as the same bytes.
 */
function order<T extends object>(stream: T): T {
  const members = Object.entries(stream).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return Object.fromEntries(members) as T;
}

/** One list names so many; it has some 20 KB then. */
export const MAX_LISTED = 300;

export type ListedChange = Subject & {
  /** The number of the list that named it first. */
  sequence: number;
  isRecent: boolean;
};

/** @param changes newest first, and one more than a list takes if there are so many */
export function toChangeList(sequence: number, changes: readonly ListedChange[]): ChangeList {
  const leftOut = changes.find(({ isRecent }, at) => !isRecent || at === MAX_LISTED);
  const since = leftOut?.sequence ?? 0;
  const named: ChangeList['changes'] = {};
  for (const change of changes) {
    if (change.sequence > since) named[getDocumentKey(change)] ??= change.sequence;
  }
  return { version: 1, sequence, since, changes: named };
}
