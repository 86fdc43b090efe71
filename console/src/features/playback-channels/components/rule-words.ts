import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { useReachWords } from '../../geoblock-rules/components/reach-words.ts';

type Rule = PlaybackChannel['geoblockRules'][number];

/** Names a rule with its countries; one that lets everybody watch has none. */
export function useRuleWords(): (name: string, rule: Rule) => string {
  const reach = useReachWords();
  return (name, rule) => {
    const { allowCountryCodes, denyCountryCodes } = rule;
    const isOpen = allowCountryCodes.length + denyCountryCodes.length === 0;
    return isOpen ? name : `${name} (${reach(rule)})`;
  };
}
