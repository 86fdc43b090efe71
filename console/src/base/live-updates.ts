import type { LiveSubject, LiveUpdate } from '@kinora/contract/live-updates';
import type { QueryClient } from '@tanstack/react-query';
import { getApiHeaders, fetchApi } from './api-client.ts';
import { readEvents } from './event-stream.ts';
import { setLive } from './live-state.ts';
import { isSessionEnding, refreshMe } from './session.ts';
import { teamKey, type TeamScope } from './team-scope.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/**
 * A tab that is hidden for longer stops listening, and catches up when it is shown. Without HTTP/2 a browser
 * has six connections to a server for all tabs, which many tabs would use up.
 */
const HIDDEN_MS = 2000;

type Names = readonly (readonly unknown[])[];

/**
 * The first parts of the keys of what a change makes stale, where these are more or others than the list of
 * such things and the one: `geoblock-rules` and `geoblock-rule`.
 */
const STALE: Partial<Record<LiveSubject, (key: string | null) => Names>> = {
  video: (key) => [
    ['videos'],
    ['jobs'],
    ...(key === null
      ? [['video'], ['video-jobs']]
      : [
          ['video', key],
          ['video-jobs', key],
        ]),
  ],
  longWork: (key) => [['works'], key === null ? ['work'] : ['work', key]],
  job: (key) => [['jobs'], key === null ? ['video-jobs'] : ['video-jobs', key]],
  project: () => [
    ['project'],
    ['projects'],
    ['project-members'],
    // They name the projects that they lead into.
    ['team-invitations'],
    ['key-servers'],
    ['key-server'],
  ],
  // A person who leaves the team leaves its projects.
  teamMember: () => [['team-members'], ['project-members'], ['project'], ['projects']],
  keyServer: () => [['key-servers'], ['key-server'], ['project'], ['projects']],
  preset: () => [['preset'], ['presets'], ['key-servers'], ['key-server']],
  playbackChannel: () => [
    ['playback-channels'],
    ['playback-channel'],
    // They say whether their links have to be signed.
    ['videos'],
    ['video'],
  ],
  drmConfig: () => [
    ['drm-configs'],
    ['jwt-keys'],
    // They name the services that they give licences of.
    ['playback-channels'],
    ['playback-channel'],
  ],
  urlSigningKey: () => [['url-signing-keys'], ['playback-channels'], ['playback-channel']],
  team: () => [['team-setting']],
};

function listStale(subject: LiveSubject, key: string | null): Names {
  const own = STALE[subject];
  if (own) return own(key);
  const name = subject.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [[`${name}s`], [name]];
}

/**
 * Refetches a team's shown data when it changes, until the signal is aborted. Without live updates, moving
 * figures are polled every few seconds (`getPollInterval`).
 */
export async function followTeam(
  scope: TeamScope,
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  const place: Place = { position: findFirstPosition() };
  while (!signal.aborted) {
    await waitUntilShown(signal);
    try {
      await listen(scope, queryClient, place, signal);
      pauseMs = FIRST_PAUSE_MS;
    } catch {
      if (signal.aborted) return;
      // The person may have been removed from the team, whose pages then ask for nothing more.
      await readRights(queryClient);
      if (signal.aborted) return;
      // Polling begins with an answer.
      refresh(queryClient, scope, [[]]);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
    // All tabs of all people lose their streams when a server ends, and don't come back at once.
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
  }
}

/** Returns the page's position in the stream; shown data was read at that position or later. */
type Place = { position: string | undefined };

/** The server sent the document with it, before anything that the page reads. */
function findFirstPosition(): string | undefined {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Only where the connection is secure.
  return document?.serverTiming?.find(({ name }) => name === 'position')?.description;
}

async function listen(
  scope: TeamScope,
  queryClient: QueryClient,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const hidden = new AbortController();
  const stopWatching = callWhenHidden(() => hidden.abort());
  // A page that is kept for the way back would keep its connection, and its timers stand still.
  window.addEventListener('pagehide', () => hidden.abort(), { signal: hidden.signal });
  try {
    const response = await fetchApi('/api/v1/live-updates', {
      headers: {
        ...getApiHeaders(scope.teamName),
        ...(place.position !== undefined && { 'last-event-id': place.position }),
      },
      signal: AbortSignal.any([signal, hidden.signal]),
    });
    for await (const { id, data } of readEvents(response)) {
      setLive(true);
      const { changes, resumed = false } = JSON.parse(data) as LiveUpdate;
      const stale = changes.flatMap(({ subject, key }) => listStale(subject, key));
      // Each change of a thing is in the history; how far work is, is not.
      if (changes.some(({ subject }) => subject !== 'job')) stale.push(['audit-events']);
      const isAnything = changes.length === 0 && !resumed;
      if (isAnything || changes.some(({ subject }) => subject === 'team')) {
        await readRights(queryClient);
      }
      refresh(queryClient, scope, isAnything ? [[]] : stale);
      place.position = id;
    }
  } catch (error) {
    if (!hidden.signal.aborted) throw error;
  } finally {
    setLive(false);
    stopWatching();
    hidden.abort();
  }
}

/** The role in the team and the names of teams, which the frame shows. A failure is told by the next call. */
async function readRights(queryClient: QueryClient): Promise<void> {
  if (!isSessionEnding()) await refreshMe(queryClient).catch(() => undefined);
}

/** Queries that are on the page ask at once; the others ask when they are shown again. */
function refresh(queryClient: QueryClient, scope: TeamScope, names: Names): void {
  if (isSessionEnding()) return;
  const keys = new Map(names.map((name) => [JSON.stringify(name), teamKey(scope, ...name)]));
  for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey });
}

/** @returns what ends the watch */
function callWhenHidden(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(then, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

async function waitUntilShown(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const options = { once: true, signal };
      document.addEventListener('visibilitychange', () => resolve(), options);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
