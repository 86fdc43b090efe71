import { GEOBLOCK_RULE_NAME_LETTERS } from '@kinora/contract/bounds';
import {
  type Continent,
  COUNTRY_CODES,
  getContinent,
  NO_COUNTRY,
} from '@kinora/contract/countries';
import { checkText, type TextProblem } from '@kinora/contract/field-rules';
import type { TeamRole } from '@kinora/contract/fields';
import type { CountryLists, GeoblockRule } from '@kinora/contract/geoblock-rules';

/** Decisions, section 3: admins and managers of the team write its rules. */
export function mayManageRules(role: TeamRole): boolean {
  return role !== 'user';
}

export type RuleMode = 'everyone' | 'some' | 'nobody';

/** A rule as it is typed. */
export type RuleForm = { name: string; mode: RuleMode; allow: string[]; deny: string[] };

/** A new one is about some countries: for everyone there is a rule from the first day. */
export const EMPTY_RULE: RuleForm = { name: '', mode: 'some', allow: [], deny: [] };

const isNobody = ({ allowCountryCodes: [first] }: Pick<CountryLists, 'allowCountryCodes'>) =>
  first?.startsWith(NO_COUNTRY) ?? false;

export function toForm(
  rule: Pick<GeoblockRule, 'name' | 'allowCountryCodes' | 'denyCountryCodes'>,
): RuleForm {
  const { name, allowCountryCodes: allow, denyCountryCodes: deny } = rule;
  if (isNobody(rule)) return { name, mode: 'nobody', allow: [], deny: [] };
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

export type Reach = { kind: 'everyone' | 'nobody' | 'only' | 'except'; codes: string[] };

/** Who may watch: countries that are allowed and blocked at once are blocked. */
export function getReach(lists: CountryLists): Reach {
  const { allowCountryCodes: allow, denyCountryCodes: deny } = lists;
  if (isNobody(lists)) return { kind: 'nobody', codes: [] };
  const left = allow.filter((code) => !deny.includes(code));
  if (allow.length > 0) return { kind: left.length > 0 ? 'only' : 'nobody', codes: left };
  return deny.length > 0 ? { kind: 'except', codes: deny } : { kind: 'everyone', codes: [] };
}

/** Why a rule can't be edited from the list (specification 1, section 6); undefined when it can. */
export function isEditHidden(rule: GeoblockRule): boolean {
  return rule.isTeamDefault || isNobody(rule);
}

/** All countries of a continent, beside those that are chosen. */
export function addContinent(chosen: readonly string[], continent: Continent): string[] {
  const more = COUNTRY_CODES.filter((code) => getContinent(code) === continent);
  return [...new Set([...chosen, ...more])];
}

/** Which rule a new one is a copy of. */
export function readCopySearch(raw: Record<string, unknown>): { from: string | undefined } {
  const { from } = raw;
  return { from: typeof from === 'string' && from !== '' ? from : undefined };
}
