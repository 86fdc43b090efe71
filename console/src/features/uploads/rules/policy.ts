import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import type { UploadSettings } from '../data/store.ts';

/** The policy that a file was sent under, for its next try. */
export function getPolicy({ geoblockPolicy, ruleId }: UploadSettings): GeoblockPolicyInput {
  if (geoblockPolicy !== undefined) return geoblockPolicy;
  return ruleId ? { type: 'existingRule', ruleId } : { type: 'none' };
}
