import { GEOBLOCK_RULE_NAME_LETTERS, NO_COUNTRY } from '@kinora/contract/bounds';
import {
  ASEAN_CODES,
  type Continent,
  COUNTRY_CODES,
  getContinent,
} from '@kinora/contract/countries';
import { checkText, type TextProblem } from '@kinora/contract/field-rules';
import type { CountryLists, GeoblockRule } from '@kinora/contract/geoblock-rules';
import { isForNobody } from './reach.ts';

export type RuleMode = 'everyone' | 'some' | 'nobody';

/** A rule as it is typed. */
export type RuleForm = { name: string; mode: RuleMode; allow: string[]; deny: string[] };

/** A new one is about some countries: for everyone there is a rule from the first day. */
export const EMPTY_RULE: RuleForm = { name: '', mode: 'some', allow: [], deny: [] };

export function toForm(
  rule: Pick<GeoblockRule, 'name' | 'allowCountryCodes' | 'denyCountryCodes'>,
): RuleForm {
  const { name, allowCountryCodes: allow, denyCountryCodes: deny } = rule;
  if (isForNobody(rule)) return { name, mode: 'nobody', allow: [], deny: [] };
  const mode = allow.length + deny.length === 0 ? 'everyone' : 'some';
  return { name, mode, allow, deny };
}

export function toLists({ mode, allow, deny }: Omit<RuleForm, 'name'>): CountryLists {
  if (mode === 'everyone') return { allowCountryCodes: [], denyCountryCodes: [] };
  if (mode === 'nobody') return { allowCountryCodes: [NO_COUNTRY], denyCountryCodes: [] };
  return { allowCountryCodes: allow, denyCountryCodes: deny };
}

export type RuleProblems = { name?: TextProblem; allow?: 'countryRequired' };

/** Finds what keeps a rule from being sent. */
export function checkRule({ name, mode, allow, deny }: RuleForm): RuleProblems {
  const problem = checkText(name.trim(), GEOBLOCK_RULE_NAME_LETTERS);
  const isEmpty = mode === 'some' && allow.length + deny.length === 0;
  return {
    ...(problem && { name: problem }),
    ...(isEmpty && { allow: 'countryRequired' as const }),
  };
}

/** Says why a rule can't be edited from the list (specification 1, section 6); undefined when it can. */
export function isEditHidden(rule: GeoblockRule): boolean {
  return rule.isTeamDefault || isForNobody(rule);
}

/** All countries of a continent, beside those that are chosen. */
export function addContinent(chosen: readonly string[], continent: Continent): string[] {
  const more = COUNTRY_CODES.filter((code) => getContinent(code) === continent);
  return [...new Set([...chosen, ...more])];
}

/** All members of ASEAN, beside those that are chosen. */
export function addAsean(chosen: readonly string[]): string[] {
  return [...new Set([...chosen, ...ASEAN_CODES])];
}
