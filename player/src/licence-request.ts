import type { Lease } from './lease.ts';
import { isTransient, toProblem } from './problems.ts';
import type { Problem } from './problems.ts';
import { parseRefusal } from './playlist-request.ts';

/** Where a player has its tokens for licences from. */
export type LicenceTokens = {
  /** Null: there is none. `isRenewal` asks for another than the last one, which was refused. */
  get(isRenewal: boolean): Promise<string | null>;
};

/** The means with which a player requests licences. */
export type Licensing = { tokens: LicenceTokens; lease: Lease };

export type LicenceOutcome =
  /** `leaseSec` is null when streams aren't counted. */
  | { ok: true; body: Uint8Array<ArrayBuffer>; leaseSec: number | null }
  | { ok: false; problem: Problem };

const TIMEOUT_MS = 15_000;
/** While a lease holds, a failure to renew it may pass. */
const RENEWAL_RETRY_MS = 10_000;

/** Key systems ask in these; the others' requests are bytes. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  'org.w3.clearkey': 'application/json',
  'com.microsoft.playready': 'text/xml; charset=utf-8',
};

export type Challenge = {
  url: string;
  /** As Encrypted Media Extensions name it. */
  keySystem: string;
  body: Uint8Array<ArrayBuffer>;
};

/**
 * Requests a licence; while one is there that only has to be renewed, again after failures that may pass.
 * Never rejects.
 */
export async function requestLicence(
  challenge: Challenge,
  licensing: Licensing,
  signal: AbortSignal,
): Promise<LicenceOutcome> {
  const outcome = await requestOnce(challenge, licensing);
  const mayPass = !outcome.ok && isTransient(outcome.problem);
  if (!mayPass || licensing.lease.leftMs() === 0) return outcome;
  await new Promise((resolve) => setTimeout(resolve, RENEWAL_RETRY_MS));
  return signal.aborted ? outcome : requestLicence(challenge, licensing, signal);
}

/** The request is repeated once with a new token when the first was no longer valid. */
async function requestOnce(challenge: Challenge, licensing: Licensing): Promise<LicenceOutcome> {
  const { tokens, lease } = licensing;
  const url = lease.toAddress(challenge.url);
  const sendWith = async (token: string | null): Promise<LicenceOutcome> => {
    const outcome = await send({ ...challenge, url }, token);
    if (outcome.ok) lease.keep(url, token, outcome.leaseSec);
    return outcome;
  };
  const token = await tokens.get(false);
  const first = await sendWith(token);
  if (first.ok || first.problem.status !== 401) return first;
  const renewed = await tokens.get(true);
  return renewed === null || renewed === token ? first : sendWith(renewed);
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
    if (response.ok) {
      const leaseSec = Number(response.headers.get('x-lease-seconds')) || null;
      return { ok: true, body: new Uint8Array(await response.arrayBuffer()), leaseSec };
    }
    const reason = response.headers.get('x-reason') ?? parseRefusal(await response.text()).code;
    // The video is there, and the service of this browser's key system isn't.
    if (reason === 'not_found')
      return { ok: false, problem: { kind: 'noKeySystem', status: null } };
    return { ok: false, problem: toProblem(response.status, reason) };
  } catch {
    return { ok: false, problem: toProblem(null, null) };
  }
}
