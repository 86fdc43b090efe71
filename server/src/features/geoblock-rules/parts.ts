import type {
  CountryLists,
  GeoblockPolicy,
  GeoblockPolicyInput,
} from '@kinora/contract/geoblock-rules';
import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };
import { lockReference } from '../../base/referenced-rows.ts';
import { invalidField } from '../../base/errors.ts';
import { definePart } from '../video-parts/parts.ts';
import { ownPolicyOfVideo, policyOfVideo, type StoredPolicy } from './queries.ts';
import { getRuleName } from './rules.ts';

/** One of the team's rules, lists of its own, or neither: then its project's rule applies. */
export const geoblockPart = definePart({
  name: 'geoblockPolicy',
  at: 'video',
  column: policyOfVideo,
  present: (stored: StoredPolicy, _video, { lang }) => ({
    geoblockPolicy: toGeoblockPolicy(stored, lang),
  }),
  stored: ownPolicyOfVideo,
  toColumns: async (tx, team, policy: GeoblockPolicyInput) => {
    const ruleId = policy.type === 'existingRule' ? policy.ruleId : null;
    if (ruleId !== null && !(await lockReference(tx, 'geoblock_rules', team, ruleId))) {
      throw invalidField('geoblockPolicy.ruleId', 'unknown', 'There is no such rule');
    }
    const lists: CountryLists | null = policy.type === 'customRule' ? policy.appliedRule : null;
    return {
      geoblock_rule_id: ruleId,
      allow_country_codes: lists?.allowCountryCodes ?? null,
      deny_country_codes: lists?.denyCountryCodes ?? null,
    };
  },
});

const NAMES = { en, th };

function toGeoblockPolicy(stored: StoredPolicy, lang: Language): GeoblockPolicy {
  const { ruleId, allow, deny, rule } = stored;
  if (allow !== null) {
    const appliedRule = { allowCountryCodes: allow, denyCountryCodes: deny ?? [] };
    return { type: 'customRule', ruleId: null, name: NAMES[lang].customRule, appliedRule };
  }
  return {
    type: ruleId === null ? 'none' : 'existingRule',
    ruleId,
    name: getRuleName(rule, lang),
    appliedRule: { allowCountryCodes: rule.allow, denyCountryCodes: rule.deny },
  };
}
