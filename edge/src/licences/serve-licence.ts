import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWithin, listContentKeys, type TrackClass } from '@kinora/manifests/content-keys';
import type { PublishedVideo } from '@kinora/contract/published';
import type { EarlierStream, StreamDescription, StreamEncryption } from '@kinora/contract/stream';
import { getVideoPath, type KeySystem } from '@kinora/manifests/addresses';
import type { Documents } from '../documents.ts';
import type { Judge } from '../judge.ts';
import {
  createRefusal,
  end,
  NOT_FOUND,
  refuse,
  type Refusal,
  REQUEST_TOO_LARGE,
  VIDEO_NOT_READY,
} from '../replies.ts';
import type { ClientNetwork } from '../serve-object.ts';
import type { Grant } from './claims.ts';
import { clearKey } from './clear-key.ts';
import type { ContentKey, LicenceSystem } from './licence-system.ts';
import { findServices } from './licensing.ts';
import { LEASE_SEC, type LeaseBook } from './leases.ts';
import { judgeToken, readBearer } from './licence-token.ts';
import { readBody } from './read-body.ts';
import type { FindTeamSystems, TeamSystems } from './team-systems.ts';

export type LicenceParts = {
  judge: Judge;
  documents: Documents;
  clientNetwork: ClientNetwork;
  licences: {
    teamKey: Uint8Array;
    now: () => number;
    findTeamSystems: FindTeamSystems;
    leases: LeaseBook;
  };
};

/**
 * Answers a player's request for keys. The order of checks matters: first whether the viewer may watch at
 * all, then whether the team has the service, and then which keys the token gives.
 */
export async function serveLicence(
  parts: LicenceParts,
  request: IncomingMessage,
  response: ServerResponse,
  asked: { videoKey: string; system: KeySystem; session: string | null; cameBy: string | null },
): Promise<void> {
  const { videoKey, system: name } = asked;
  const found = await findProtected(parts, request, asked);
  if ('status' in found) return refuse(response, found);
  const { packagings, video, ofTeam } = found;
  const system: LicenceSystem | undefined = name === 'clearkey' ? clearKey : ofTeam?.systems[name];
  if (!system) return refuse(response, NOT_FOUND);
  const { teamKey, now } = parts.licences;
  const grant = await judgeToken(request.headers.authorization, {
    videoKey,
    teamKey,
    nowSec: now() / 1000,
    team: await parts.documents.findTeam(video.teamId),
  });
  if ('reason' in grant) return refuse(response, createRefusal(grant.reason));
  const body = await readBody(request, system.maxBytes);
  if (body === 'too_large') return refuse(response, REQUEST_TOO_LARGE);
  const [keys, ...earlier] = await Promise.all(
    packagings.map((one) => findKeys(parts.documents, one, grant)),
  );
  if (!keys) return refuse(response, VIDEO_NOT_READY);
  const all = { keys, earlierKeys: earlier.flatMap((one) => one ?? []) };
  if (keys.length + all.earlierKeys.length === 0)
    return refuse(response, createRefusal('license_not_covered'));
  const giveBack = takeLease(parts, request, { ...asked, teamId: video.teamId }, grant);
  if (giveBack === null) return refuse(response, createRefusal('license_streams_exceeded'));
  const answer = await answerOrGiveBack(giveBack, () =>
    system.answer({ videoKey, grant, ...all, body }),
  );
  if ('status' in answer) return refuse(response, answer);
  const headers = [...toHeaders(answer.contentType), ...(grant.streams ? LEASE_HEADERS : [])];
  end(response, 200, headers, answer.body);
}

/** Tells the player when to renew. */
const LEASE_HEADERS = [
  'X-Lease-Seconds',
  String(LEASE_SEC),
  'Access-Control-Expose-Headers',
  'X-Lease-Seconds',
];

/** Null where the viewer has as many streams as the token allows; a token without a limit leases none. */
function takeLease(
  { clientNetwork, licences }: LicenceParts,
  request: IncomingMessage,
  { teamId, session }: { teamId: string; session: string | null },
  { streams }: Grant,
): (() => void) | null {
  if (!streams) return () => undefined;
  const { viewer, max } = streams;
  const token = readBearer(request.headers.authorization) ?? '';
  const playback = session ?? nameDevice(clientNetwork(request), request);
  return licences.leases.take({ teamId, viewer, token, session: playback }, max);
}

/**
 * Other players than ours name no playback: all that one device plays counts as one stream, which moves
 * to another one with its network. No session that is named looks like it.
 */
function nameDevice(network: string, { headers }: IncomingMessage): string {
  const device = `${network} ${headers['user-agent'] ?? ''}`;
  return `~${createHash('sha256').update(device).digest('base64url')}`;
}

/** A stream that got no licence is none. */
async function answerOrGiveBack(
  giveBack: () => void,
  answer: () => ReturnType<LicenceSystem['answer']>,
): Promise<Awaited<ReturnType<LicenceSystem['answer']>>> {
  let isGiven = false;
  try {
    const answered = await answer();
    isGiven = !('status' in answered);
    return answered;
  } finally {
    if (!isGiven) giveBack();
  }
}

/** Serves the certificate with which FairPlay's players encrypt their requests, to viewers who may watch. */
export async function serveCertificate(
  parts: LicenceParts,
  request: IncomingMessage,
  response: ServerResponse,
  asked: { videoKey: string; cameBy: string | null },
): Promise<void> {
  const found = await findProtected(parts, request, { ...asked, system: 'fairplay' });
  if ('status' in found) return refuse(response, found);
  const certificate = found.ofTeam?.certificate;
  if (!certificate) return refuse(response, NOT_FOUND);
  end(response, 200, toHeaders('application/pkix-cert'), certificate);
}

function toHeaders(contentType: string): string[] {
  return ['Content-Type', contentType, 'Cache-Control', 'no-store'];
}

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;
type Protected = {
  packagings: Packagings;
  video: PublishedVideo;
  /** Null where the channel doesn't give the team's licences. */
  ofTeam: TeamSystems | null;
};

async function findProtected(
  { judge, documents, licences }: LicenceParts,
  request: IncomingMessage,
  { videoKey, system, cameBy }: { videoKey: string; system: KeySystem; cameBy: string | null },
): Promise<Protected | Refusal> {
  const own = (request.headers.host ?? '').toLowerCase();
  const host = cameBy ?? own;
  if (!(await isSameTeam(documents, own, host))) return NOT_FOUND;
  const address = toStreamAddress(videoKey, request.url ?? '');
  const judged = await judge(request, { videoKey }, { address, host });
  if (!judged.isAllowed) return createRefusal(judged.reason);
  const { stream, video } = judged;
  const atMs = licences.now();
  const packagings = listPackagings(stream).map((one) =>
    one?.encryption.systems.includes(system) && one.untilMs > atMs ? one : null,
  );
  if (packagings.every((one) => one === null)) return NOT_FOUND;
  const place = { host, teamId: video.teamId };
  const ofTeam = await findServices(documents, licences.findTeamSystems, place);
  return { packagings, video, ofTeam };
}

/**
 * At a host of its team a player may name the one by which it came: the request is judged as if it had come
 * there, which would be allowed as well.
 */
async function isSameTeam(documents: Documents, own: string, host: string): Promise<boolean> {
  if (own === host) return true;
  const [here, there] = await Promise.all([own, host].map((name) => documents.findChannel(name)));
  return here !== null && here?.teamId === there?.teamId;
}

/** The signature of a stream covers everything below its path, and so its licences. */
function toStreamAddress(videoKey: string, url: string): string {
  const query = url.slice(url.indexOf('?') + 1);
  return `${getVideoPath(videoKey)}licence?${query}`;
}

/** Null where they have no document. */
async function findKeys(
  documents: Documents,
  packaging: Packaging | null,
  { highest }: Grant,
): Promise<ContentKey[] | null> {
  if (!packaging) return [];
  const { revisionKey, encryption, classes } = packaging;
  const keys = await documents.findStreamKeys(revisionKey, encryption);
  if (!keys) return null;
  return [...classes].flatMap(([keyId, trackClass]) => {
    const key = keys.get(keyId);
    const isCovered = key && isWithin(trackClass, highest);
    return isCovered ? [{ keyId, trackClass, key, iv: encryption.iv }] : [];
  });
}

type Packaging = {
  revisionKey: string;
  encryption: Cbcs;
  classes: ReadonlyMap<string, TrackClass>;
  /** Viewers of a replaced stream have had their time then. */
  untilMs: number;
};

/** Viewers get the first now; some still watch the others, which were replaced. Null: it is not protected. */
type Packagings = readonly (Packaging | null)[];

// An unchanged document keeps its identity.
const listed = new WeakMap<StreamDescription, Packagings>();

function listPackagings(stream: StreamDescription): Packagings {
  const known = listed.get(stream) ?? [stream, ...(stream.earlier ?? [])].map(toPackaging);
  listed.set(stream, known);
  return known;
}

function toPackaging(stream: StreamDescription | EarlierStream): Packaging | null {
  const { revisionKey, encryption } = stream;
  if (encryption?.method !== 'cbcs') return null;
  const untilMs = 'until' in stream ? stream.until : Infinity;
  return { revisionKey, encryption, classes: listContentKeys(stream), untilMs };
}
