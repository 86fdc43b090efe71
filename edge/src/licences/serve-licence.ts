import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWithin, listContentKeys, type TrackClass } from '@kinora/manifests/content-keys';
import type { StreamDescription } from '@kinora/contract/stream';
import { getVideoPath } from '@kinora/manifests/addresses';
import type { Documents } from '../documents.ts';
import type { Judge } from '../judge.ts';
import {
  createRefusal,
  end,
  MALFORMED_REQUEST,
  NOT_FOUND,
  refuse,
  REQUEST_TOO_LARGE,
  VIDEO_NOT_READY,
} from '../replies.ts';
import type { Grant } from './claims.ts';
import type { StreamKeys } from './content-keys.ts';
import { type LicenceRequest, parseLicenceRequest, readBody } from './licence-request.ts';
import { judgeToken } from './licence-token.ts';

export type LicenceParts = {
  judge: Judge;
  documents: Documents;
  licences: { teamKey: Uint8Array; now: () => number };
};

/**
 * Answers a ClearKey session of W3C's Encrypted Media Extensions. Who may not watch the video at all
 * learns that first; then the token says which of its keys are given.
 */
export async function serveLicence(
  { judge, documents, licences: { teamKey, now } }: LicenceParts,
  request: IncomingMessage,
  response: ServerResponse,
  { videoKey }: { videoKey: string },
): Promise<void> {
  const judged = await judge(request, { videoKey }, toStreamAddress(videoKey, request.url ?? ''));
  if (!judged.isAllowed) return refuse(response, createRefusal(judged.reason));
  const { stream, video } = judged;
  const { encryption } = stream;
  if (encryption?.method !== 'cbcs' || !encryption.systems.includes('clearkey'))
    return refuse(response, NOT_FOUND);
  const grant = await judgeToken(request.headers.authorization, {
    ...{ videoKey, teamKey, nowSec: now() / 1000 },
    team: await documents.findTeam(video.teamId),
  });
  if ('reason' in grant) return refuse(response, createRefusal(grant.reason));
  const body = await readBody(request);
  if (body === 'too_large') return refuse(response, REQUEST_TOO_LARGE);
  const asked = parseLicenceRequest(body);
  if (!asked) return refuse(response, MALFORMED_REQUEST);
  const keys = await documents.findStreamKeys(stream.revisionKey, encryption);
  if (!keys) return refuse(response, VIDEO_NOT_READY);
  const given = chooseKeys(asked, grant, listClasses(stream), keys);
  if (given.length === 0) return refuse(response, createRefusal('license_not_covered'));
  const licence = Buffer.from(JSON.stringify({ keys: given, type: asked.type }));
  end(response, 200, ['Content-Type', 'application/json', 'Cache-Control', 'no-store'], licence);
}

/** The signature of a stream covers what lies below its path, and with it its licences. */
function toStreamAddress(videoKey: string, url: string): string {
  const query = url.slice(url.indexOf('?') + 1);
  return `${getVideoPath(videoKey)}licence?${query}`;
}

/** The keys of a request that a viewer may have (W3C EME §9.1.4: JWK Set). */
function chooseKeys(
  { keyIds, type }: LicenceRequest,
  { highest, mayPersist }: Grant,
  classes: ReadonlyMap<string, TrackClass>,
  keys: StreamKeys,
): { kty: 'oct'; kid: string; k: string }[] {
  if (type === 'persistent-license' && !mayPersist) return [];
  return keyIds.flatMap((keyId) => {
    const [ofClass, key] = [classes.get(keyId), keys.get(keyId)];
    if (!ofClass || !key || !isWithin(ofClass, highest)) return [];
    const kid = Buffer.from(keyId, 'hex').toString('base64url');
    return { kty: 'oct' as const, kid, k: Buffer.from(key).toString('base64url') };
  });
}

// An unchanged document keeps its identity.
const listed = new WeakMap<StreamDescription, ReadonlyMap<string, TrackClass>>();

function listClasses(stream: StreamDescription): ReadonlyMap<string, TrackClass> {
  const known = listed.get(stream) ?? listContentKeys(stream);
  listed.set(stream, known);
  return known;
}
