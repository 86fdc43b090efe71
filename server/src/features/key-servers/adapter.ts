import { type Egress, EgressError, type EgressRequest } from '@kinora/egress/egress';
import type { Failure, KeyAnswer, KeyAnswers } from './rules/checks.ts';
import { type KeyClaims, type KeyServerAccess, signKeyToken, toKeyUrl } from './rules/requests.ts';

const TIMEOUT_MS = 10_000;
/** A server that is silent for so long has failed. */
const SILENCE_MS = 5_000;
/** A key is 16 bytes; more is looked at only to say how much came. */
const MAX_BYTES = 1024;

type Called = Pick<KeyServerAccess, 'secretHeaderName' | 'encoderSecret' | 'tokenSecret'>;

/** Asks the encoding endpoint, which finds or creates a key. @throws EgressError */
export function callEncodingEndpoint(
  egress: Egress,
  server: Called & { encodingEndpoint: string },
  claims: KeyClaims,
  signal?: AbortSignal,
): Promise<KeyAnswer> {
  return call(egress, {
    method: 'POST',
    url: toKeyUrl(server.encodingEndpoint, signKeyToken(server.tokenSecret, claims)),
    headers: { [server.secretHeaderName]: server.encoderSecret },
    ...(signal ? { signal } : {}),
  });
}

/** Asks the playback endpoint as a player does. @throws EgressError */
export function callPlaybackEndpoint(
  egress: Egress,
  server: Called & { playbackEndpoint: string },
  claims: KeyClaims,
): Promise<KeyAnswer> {
  const url = toKeyUrl(server.playbackEndpoint, signKeyToken(server.tokenSecret, claims));
  return call(egress, { url });
}

async function call(
  egress: Egress,
  request: Pick<EgressRequest, 'url' | 'method' | 'headers' | 'signal'>,
): Promise<KeyAnswer> {
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, silenceMs: SILENCE_MS };
  const answer = await egress({ ...request, ...limits, maxRedirects: 0 });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks) };
}

/** Calls both endpoints as an encoder and a player do, each twice. */
export async function callBothTwice(
  egress: Egress,
  server: KeyServerAccess,
  claims: KeyClaims,
): Promise<KeyAnswers> {
  const { encodingEndpoint, playbackEndpoint } = server;
  if (encodingEndpoint === null || playbackEndpoint === null) {
    const none = { failure: 'refused' } as const;
    return { encoding: [none, none], playback: [none, none] };
  }
  const encoding = () => callEncodingEndpoint(egress, { ...server, encodingEndpoint }, claims);
  const playback = () => callPlaybackEndpoint(egress, { ...server, playbackEndpoint }, claims);
  // The encoding endpoint creates the key that the playback endpoint is asked for.
  return { encoding: await callTwice(encoding), playback: await callTwice(playback) };
}

/** A server that is away is not waited for again. */
async function callTwice(ask: () => Promise<KeyAnswer>): Promise<KeyAnswers['encoding']> {
  const first = await settle(ask());
  return [first, 'failure' in first ? first : await settle(ask())];
}

async function settle(answer: Promise<KeyAnswer>): Promise<KeyAnswer | { failure: Failure }> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
    return { failure: error.reason };
  }
}
