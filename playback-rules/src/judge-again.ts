import { RULES, type Verdict } from './judge-playback.ts';
import { ALLOWED, refuse, type Rule, type ViewerRule } from './rule.ts';

/**
 * The rules for a request that was judged before: where they still apply, their earlier verdicts on the
 * viewer hold when the facts for them were not kept. A signature never is kept.
 */
export function getRulesAgain(
  verdicts: readonly Verdict[],
  { isViewerKnown }: { isViewerKnown: boolean },
): readonly Rule[] {
  return RULES.map((rule) => {
    if (rule.looksAt !== 'viewer' || (isViewerKnown && rule.name !== 'signature')) return rule;
    const before = verdicts.find(({ rule: name }) => name === rule.name);
    return before && before.verdict !== 'notApplicable' ? sayAgain(rule, before) : rule;
  });
}

function sayAgain(rule: ViewerRule, { reason }: Verdict): ViewerRule {
  return { ...rule, judge: () => (reason === null ? ALLOWED : refuse(reason)) };
}
