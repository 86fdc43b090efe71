import type { DomainRecord } from '@kinora/contract/playback-channels';
import { normaliseDomain } from '@kinora/contract/domain-names';
import { parse } from 'tldts';

/**
 * Another team gets a domain that was let go only by a TXT record for so long: its CNAME may still stand
 * where its owner forgot it.
 */
export const KEPT_DAYS = 30;

/**
 * A domain whose records are missing for so long loses its proof. The team needs time to mend them, and
 * single answers may be wrong, so several are needed.
 */
export const MISSING_DAYS = 7;
export const MIN_MISSING_LOOKS = 5;

/** Records are entered within minutes, or within days when another person has to do it. */
const STEPS: readonly { untilMs: number; everySeconds: number }[] = [
  { untilMs: 3_600_000, everySeconds: 60 },
  { untilMs: 24 * 3_600_000, everySeconds: 600 },
  { untilMs: 14 * 24 * 3_600_000, everySeconds: 3600 },
];

/** Seconds until a claim of this age is checked again; null when only a person starts a check. */
export function getCheckPause(ageMs: number): number | null {
  return STEPS.find(({ untilMs }) => ageMs < untilMs)?.everySeconds ?? null;
}

type Claim = { host: string; channelId: string; defaultPlaybackDomain: string };

/**
 * The record has a name of its own, apart from other records of the domain. RFC 8552: names for such records
 * begin so.
 */
export const getTextName = (host: string) => `_kinora.${host}`;

/**
 * Lists the records that each prove a domain. A CNAME needs a default domain that is a name, not an address.
 */
export function getProofs({ host, channelId, defaultPlaybackDomain }: Claim): DomainRecord[] {
  const text = { type: 'TXT', name: getTextName(host), value: `kinora-channel=${channelId}` };
  const target = normaliseDomain(defaultPlaybackDomain.replace(/:\d+$/, ''));
  const alias = { type: 'CNAME', name: host, value: target };
  return [text, alias].filter((record): record is DomainRecord => record.value !== null);
}

/** The limits for records by others that are kept and shown. */
const MAX_FOUND = 5;
const MAX_VALUE_LETTERS = 200;

/** The answers of name servers about a claimed domain. */
export type Found = { texts: readonly string[]; alias: string | null };

/** Text records of other services may be there too. */
export function toRecords(host: string, { texts, alias }: Found): DomainRecord[] {
  const records: DomainRecord[] = texts.map((value) => ({
    type: 'TXT',
    name: getTextName(host),
    value: value.slice(0, MAX_VALUE_LETTERS),
  }));
  const aliases: DomainRecord[] =
    alias === null ? [] : [{ type: 'CNAME', name: host, value: alias }];
  return [...aliases, ...records].slice(0, MAX_FOUND);
}

/** Says which record proves a claim; a TXT record proves more than a CNAME. */
export function findProof(claim: Claim, { texts, alias }: Found): 'txt' | 'cname' | null {
  const isThere = ({ type, value }: DomainRecord) =>
    type === 'TXT' ? texts.some((text) => text.trim() === value) : alias === value;
  const type = getProofs(claim).find(isThere)?.type;
  return type === undefined ? null : type === 'TXT' ? 'txt' : 'cname';
}

/** True for `co.th`, `com`, `github.io`: names below these belong to different owners. */
export function isPublicSuffix(host: string): boolean {
  return parse(host, { allowPrivateDomains: true }).publicSuffix === host;
}
