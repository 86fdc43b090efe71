import type {
  CountryLists,
  GeoblockPolicy,
  GeoblockPolicyInput,
  GeoblockRule,
} from '@kinora/contract/geoblock-rules';

type Rule = Pick<GeoblockRule, 'id' | 'isTeamDefault'> & CountryLists;

/** The policy of a video as a form begins with it. */
export function toPolicyInput({ type, ruleId, appliedRule }: GeoblockPolicy): GeoblockPolicyInput {
  if (type === 'customRule') {
    const { allowCountryCodes, denyCountryCodes } = appliedRule;
    return { type, appliedRule: { allowCountryCodes, denyCountryCodes } };
  }
  return type === 'existingRule' && ruleId !== null ? { type, ruleId } : { type: 'none' };
}

/**
 * A policy of a kind as it begins (specification 3, section 5): a custom rule without countries, and
 * an existing one with the team's default.
 */
export function beginPolicy(
  type: GeoblockPolicyInput['type'],
  rules: readonly Rule[],
): GeoblockPolicyInput {
  if (type === 'none') return { type };
  if (type === 'customRule') {
    return { type, appliedRule: { allowCountryCodes: [], denyCountryCodes: [] } };
  }
  const first = rules.find(({ isTeamDefault }) => isTeamDefault) ?? rules[0];
  return { type, ruleId: first?.id ?? '' };
}

/** The rule that a policy leads to; undefined for a custom one, which has none. */
export function getPolicyRuleId(
  policy: GeoblockPolicyInput,
  projectRuleId: string,
): string | undefined {
  if (policy.type === 'customRule') return undefined;
  return policy.type === 'existingRule' ? policy.ruleId : projectRuleId;
}

/** Files are sent only under a policy: a custom one, or one with a rule (specification 2, section 2). */
export function isPolicySet(policy: GeoblockPolicyInput, projectRuleId: string): boolean {
  return getPolicyRuleId(policy, projectRuleId) !== '';
}

/** The countries that a policy means; undefined while its rule is not known. */
export function findPolicyLists(
  policy: GeoblockPolicyInput,
  rules: readonly Rule[],
  projectRuleId: string,
): CountryLists | undefined {
  if (policy.type === 'customRule') return policy.appliedRule;
  const ruleId = getPolicyRuleId(policy, projectRuleId);
  return rules.find(({ id }) => id === ruleId);
}
