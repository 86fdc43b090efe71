import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWithin, listContentKeys, type TrackClass } from '@kinora/manifests/content-keys';
import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription, StreamEncryption } from '@kinora/contract/stream';
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
import type { Grant } from './claims.ts';
import { clearKey } from './clear-key.ts';
import type { StreamKeys } from './content-keys.ts';
import type { ContentKey, LicenceSystem } from './licence-system.ts';
import { judgeToken } from './licence-token.ts';
import { readBody } from './read-body.ts';
import type { FindTeamSystems, TeamSystems } from './team-systems.ts';

export type LicenceParts = {
  judge: Judge;
  documents: Documents;
  licences: { teamKey: Uint8Array; now: () => number; findTeamSystems: FindTeamSystems };
};

/**
 * Answers a player that asks for keys. Who may not watch the video at all learns that first, and that
 * its team has no such service; then the token says which of its keys are given.
 */
export async function serveLicence(
  parts: LicenceParts,
  request: IncomingMessage,
  response: ServerResponse,
  { videoKey, system: name }: { videoKey: string; system: KeySystem },
): Promise<void> {
  const found = await findProtected(parts, request, { videoKey, system: name });
  if ('status' in found) return refuse(response, found);
  const { stream, encryption, video, ofTeam } = found;
  const system: LicenceSystem | undefined = name === 'clearkey' ? clearKey : ofTeam?.systems[name];
  if (!system) return refuse(response, NOT_FOUND);
  const { teamKey, now } = parts.licences;
  const grant = await judgeToken(request.headers.authorization, {
    ...{ videoKey, teamKey, nowSec: now() / 1000 },
    team: await parts.documents.findTeam(video.teamId),
  });
  if ('reason' in grant) return refuse(response, createRefusal(grant.reason));
  const body = await readBody(request, system.maxBytes);
  if (body === 'too_large') return refuse(response, REQUEST_TOO_LARGE);
  const streamKeys = await parts.documents.findStreamKeys(stream.revisionKey, encryption);
  if (!streamKeys) return refuse(response, VIDEO_NOT_READY);
  const keys = listCoveredKeys(grant, listClasses(stream), streamKeys);
  if (keys.length === 0) return refuse(response, createRefusal('license_not_covered'));
  const answer = await system.answer({ videoKey, grant, keys, iv: encryption.iv, body });
  if ('status' in answer) return refuse(response, answer);
  end(response, 200, toHeaders(answer.contentType), answer.body);
}

/** Gives the certificate by which FairPlay's players write their requests, to who may watch. */
export async function serveCertificate(
  parts: LicenceParts,
  request: IncomingMessage,
  response: ServerResponse,
  { videoKey }: { videoKey: string },
): Promise<void> {
  const found = await findProtected(parts, request, { videoKey, system: 'fairplay' });
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
  stream: StreamDescription;
  encryption: Cbcs;
  video: PublishedVideo;
  /** Null where the channel doesn't give the team's licences. */
  ofTeam: TeamSystems | null;
};

async function findProtected(
  { judge, documents, licences }: LicenceParts,
  request: IncomingMessage,
  { videoKey, system }: { videoKey: string; system: KeySystem },
): Promise<Protected | Refusal> {
  const judged = await judge(request, { videoKey }, toStreamAddress(videoKey, request.url ?? ''));
  if (!judged.isAllowed) return createRefusal(judged.reason);
  const { stream, video } = judged;
  const { encryption } = stream;
  if (encryption?.method !== 'cbcs' || !encryption.systems.includes(system)) return NOT_FOUND;
  const channel = await documents.findChannel(request.headers.host ?? '');
  const team = channel?.hasDrm ? await documents.findTeam(video.teamId) : null;
  return { stream, encryption, video, ofTeam: team && licences.findTeamSystems(team) };
}

/** The signature of a stream covers what lies below its path, and with it its licences. */
function toStreamAddress(videoKey: string, url: string): string {
  const query = url.slice(url.indexOf('?') + 1);
  return `${getVideoPath(videoKey)}licence?${query}`;
}

function listCoveredKeys(
  { highest }: Grant,
  classes: ReadonlyMap<string, TrackClass>,
  keys: StreamKeys,
): ContentKey[] {
  return [...classes].flatMap(([keyId, trackClass]) => {
    const key = keys.get(keyId);
    return key && isWithin(trackClass, highest) ? [{ keyId, trackClass, key }] : [];
  });
}

// An unchanged document keeps its identity.
const listed = new WeakMap<StreamDescription, ReadonlyMap<string, TrackClass>>();

function listClasses(stream: StreamDescription): ReadonlyMap<string, TrackClass> {
  const known = listed.get(stream) ?? listContentKeys(stream);
  listed.set(stream, known);
  return known;
}
