import type { EdgeReason } from '@kinora/contract/published';
import { ARK_V2, X } from '@kinora/sign/signature-forms';
import type { Verdict } from './judge-playback.ts';

/** The facts about a request that was judged and refused, so that its team may ask why. */
export type RefusedRequest = {
  /** Unix time. */
  atMs: number;
  status: number;
  /** Null: no rule refused it, but something failed after them. */
  reason: EdgeReason | null;
  /** The team of the channel; no other team may read this. */
  teamId: string;
  host: string;
  path: string;
  /** The parts of the address that tell about its signature, without the signature. */
  query: string;
  /** An IPv4 or IPv6 address. */
  address: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** The website's origin only; an invalid address counts as `null`, like that of a sandbox. */
  referrer: string | null;
  verdicts: readonly Verdict[];
  /** The console admitted a member of the team, whom rules about viewers don't concern. */
  isOfTeam: boolean;
};

const NAMES = new Set(
  [X, ARK_V2].flatMap(({ parameters, fixed, conditions }) => [
    parameters.keyId,
    parameters.expires,
    parameters.pathPrefix,
    ...Object.keys(fixed),
    ...conditions.map(({ parameter }) => parameter),
  ]),
);

/**
 * Keeps the parts of a query that tell the signing key and expiry. The signature is left out, as it would
 * admit any reader of this.
 */
export function withoutSignature(query: string): string {
  const parts = query.split('&');
  return parts.filter((part) => NAMES.has(part.split('=', 1)[0] ?? '')).join('&');
}

/** Keeps of a referrer which website it is: the rest is the viewer's own. */
export function toWebsiteOrigin(referrer: string): string {
  return URL.parse(referrer)?.origin ?? 'null';
}
