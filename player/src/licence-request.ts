import { toProblem } from './problems.ts';
import type { Problem } from './problems.ts';
import { parseRefusal } from './playlist-request.ts';

/** Where a player has its tokens for licences from. */
export type LicenceTokens = {
  /** Null: there is none. `isRenewal` asks for another than the last one, which was refused. */
  get(isRenewal: boolean): Promise<string | null>;
};

export type LicenceOutcome =
  | { ok: true; body: Uint8Array<ArrayBuffer> }
  | { ok: false; problem: Problem };

const TIMEOUT_MS = 15_000;

/** Key systems ask in these; the others' requests are bytes. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  'org.w3.clearkey': 'application/json',
  'com.microsoft.playready': 'text/xml; charset=utf-8',
};

type Challenge = {
  url: string;
  /** As Encrypted Media Extensions name it. */
  keySystem: string;
  body: Uint8Array<ArrayBuffer>;
};

/** Requests a licence; with a new token once more, where the first one was not good any more. Never rejects. */
export async function requestLicence(
  challenge: Challenge,
  tokens: LicenceTokens,
): Promise<LicenceOutcome> {
  const token = await tokens.get(false);
  const first = await send(challenge, token);
  if (first.ok || first.problem.status !== 401) return first;
  const renewed = await tokens.get(true);
  return renewed === null || renewed === token ? first : send(challenge, renewed);
}

async function send(
  { url, keySystem, body }: Challenge,
  token: string | null,
): Promise<LicenceOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': CONTENT_TYPES[keySystem] ?? 'application/octet-stream',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      // The signature is in the address; cookies of the edge's host are none of ours.
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return { ok: true, body: new Uint8Array(await response.arrayBuffer()) };
    const reason = response.headers.get('x-reason') ?? parseRefusal(await response.text()).code;
    // The video is there, and the service of this browser's key system isn't.
    if (reason === 'not_found')
      return { ok: false, problem: { kind: 'noKeySystem', status: null } };
    return { ok: false, problem: toProblem(response.status, reason) };
  } catch {
    return { ok: false, problem: toProblem(null, null) };
  }
}
