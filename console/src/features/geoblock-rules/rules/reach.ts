import { NO_COUNTRY } from '@kinora/contract/bounds';
import type { CountryLists } from '@kinora/contract/geoblock-rules';

/** An allow list that begins with no country excludes every viewer (decisions, section 7). */
export function isForNobody({
  allowCountryCodes: [first],
}: Pick<CountryLists, 'allowCountryCodes'>): boolean {
  return first?.startsWith(NO_COUNTRY) ?? false;
}

export type Reach = { kind: 'everyone' | 'nobody' | 'only' | 'except'; codes: string[] };

/** The countries that are allowed and blocked at once, in the order in which they are blocked. */
export function findInBoth({ allowCountryCodes: allow, denyCountryCodes: deny }: CountryLists) {
  return deny.filter((code) => allow.includes(code));
}

/** Says who may watch under a rule: countries that are allowed and blocked at once are blocked. */
export function getReach(lists: CountryLists): Reach {
  const { allowCountryCodes: allow, denyCountryCodes: deny } = lists;
  if (isForNobody(lists)) return { kind: 'nobody', codes: [] };
  const left = allow.filter((code) => !deny.includes(code));
  if (allow.length > 0) return { kind: left.length > 0 ? 'only' : 'nobody', codes: left };
  return deny.length > 0 ? { kind: 'except', codes: deny } : { kind: 'everyone', codes: [] };
}
