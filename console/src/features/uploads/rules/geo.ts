export type GeoReach =
  | { kind: 'everywhere' | 'nowhere' }
  | { kind: 'only' | 'except'; countries: string[] };

/** Says who may watch under a rule. A first allowed code of XX blocks every country (specification 2). */
export function getReach(rule: {
  allowCountryCodes: readonly string[];
  denyCountryCodes: readonly string[];
}): GeoReach {
  const { allowCountryCodes: allow, denyCountryCodes: deny } = rule;
  if (allow[0] === 'XX') return { kind: 'nowhere' };
  if (allow.length > 0) return { kind: 'only', countries: [...allow] };
  if (deny.length > 0) return { kind: 'except', countries: [...deny] };
  return { kind: 'everywhere' };
}
