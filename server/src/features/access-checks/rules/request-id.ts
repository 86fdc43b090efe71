import { EDGE_REASON_NAMES, type EdgeReason } from '@kinora/contract/edge-reasons';
import { RuleReason } from '@kinora/contract/published';
import { MAX_SEALED_LETTERS } from '@kinora/contract/bounds';
import { getSealedPart } from '@kinora/contract/request-id';
import { RULE_NAMES, type Verdict } from '@kinora/playback-rules/judge-playback';
import type { RefusedRequest } from '@kinora/playback-rules/refused-request';
import { deriveKey } from '../../../base/derived-keys.ts';
import { SEAL_BYTES, sealWith, unsealWith } from '../../../base/secrets.ts';

// The sealed part of the id of a refused request: two bytes with the day, and the facts about the request,
// sealed for that day. As it contains a viewer's address, it can only be opened for some days.

const DAY_MS = 86_400_000;
export const MAX_REQUEST_ID_DAYS = 7;
const DAY_BYTES = 2;
const MAX_FACT_BYTES = (MAX_SEALED_LETTERS / 4) * 3 - DAY_BYTES - SEAL_BYTES;
const PLACE = 'refused request';

/** A refused request; facts that did not fit into its id are missing. */
export type OpenedRequest = RefusedRequest & {
  /** False when facts about the viewer are missing, so that rules about viewers can't be judged again. */
  isViewerKnown: boolean;
};

/** Seals a refused request in letters that survive any mail; null where they would be more than some 400. */
export function sealRefusal(secretKey: string, refused: RefusedRequest): string | null {
  const facts = toFacts(refused);
  // Without host and path there is nothing to ask about.
  if (!facts) return null;
  const day = Math.floor(refused.atMs / DAY_MS);
  const sealed = sealWith(deriveDayKey(secretKey, day), PLACE, facts);
  return Buffer.concat([Buffer.from([day >> 8, day & 0xff]), sealed]).toString('base64url');
}

/** Opens an id; null for one that we have not written, or too long ago. */
export function openRefusal(
  secretKey: string,
  requestId: string,
  nowMs: number,
): OpenedRequest | null {
  const sealed = getSealedPart(requestId);
  const bytes = Buffer.from(sealed, 'base64url');
  // One spelling each.
  if (bytes.length <= DAY_BYTES + SEAL_BYTES || bytes.toString('base64url') !== sealed) return null;
  const day = bytes.readUInt16BE(0);
  if (Math.floor(nowMs / DAY_MS) - day > MAX_REQUEST_ID_DAYS) return null;
  let facts: Buffer;
  try {
    facts = unsealWith(deriveDayKey(secretKey, day), PLACE, bytes.subarray(DAY_BYTES));
  } catch {
    return null;
  }
  const opened = fromFacts(facts);
  return opened && nowMs - opened.atMs <= MAX_REQUEST_ID_DAYS * DAY_MS ? opened : null;
}

/** A day's, so that no key seals more than random nonces are good for, however many are refused. */
function deriveDayKey(secretKey: string, day: number): Buffer {
  return deriveKey(secretKey, `refused requests of day ${day}`);
}

type Head = [
  atMs: number,
  status: number,
  reason: number,
  verdicts: string,
  isOfTeam: 0 | 1,
  teamId: string,
  host: string,
  path: string,
];
/** The part that is dropped first stands last. */
type Tail = [
  address: string | null,
  country: string | null,
  referrer: string | null,
  query: string,
];

function toFacts(refused: RefusedRequest): Buffer | null {
  const { atMs, status, reason, verdicts, isOfTeam, teamId, host, path } = refused;
  const said = verdicts.map(writeVerdict).join('');
  const head: Head = [
    ...([atMs, status, writeReason(reason), said, isOfTeam ? 1 : 0] as const),
    ...([teamId, host, path] as const),
  ];
  const tail: Tail = [refused.address, refused.country, refused.referrer, refused.query];
  for (let kept = tail.length; kept >= 0; kept -= 1) {
    const bytes = Buffer.from(JSON.stringify([...head, ...tail.slice(0, kept)]));
    if (bytes.length <= MAX_FACT_BYTES) return bytes;
  }
  return null;
}

/** Null: another version wrote it, which had other rules. */
function fromFacts(bytes: Buffer): OpenedRequest | null {
  const facts = JSON.parse(bytes.toString('utf8')) as [...Head, ...Partial<Tail>];
  const [atMs, status, reason, said, isOfTeam, teamId, host, path, ...tail] = facts;
  if (said.length !== RULE_NAMES.length) return null;
  const verdicts = RULE_NAMES.map((rule, at) => readVerdict(rule, said[at] ?? ''));
  const [address = null, country = null, referrer = null, query = ''] = tail;
  return {
    atMs,
    status,
    reason: readReason(reason),
    verdicts,
    teamId,
    host,
    path,
    address,
    country,
    referrer,
    query,
    isOfTeam: isOfTeam === 1,
    isViewerKnown: tail.length >= 3 && isOfTeam === 0,
  };
}

// Ids of the days before go by the places, also in the letters of verdicts.
const writeReason = (reason: EdgeReason | null) =>
  reason === null ? -1 : EDGE_REASON_NAMES.indexOf(reason);
const readReason = (index: number) => EDGE_REASON_NAMES[index] ?? null;

/** A rule that has refused says why: by one letter. */
function writeVerdict({ verdict, reason }: Verdict): string {
  if (verdict === 'refused') return String.fromCharCode(CODE_OF_A + writeReason(reason));
  return verdict === 'allowed' ? '+' : '-';
}

function readVerdict(rule: string, letter: string): Verdict {
  if (letter === '+') return { rule, verdict: 'allowed', reason: null };
  if (letter === '-') return { rule, verdict: 'notApplicable', reason: null };
  return {
    rule,
    verdict: 'refused',
    reason: RuleReason.safeParse(readReason(letter.charCodeAt(0) - CODE_OF_A)).data ?? null,
  };
}

const CODE_OF_A = 97;
