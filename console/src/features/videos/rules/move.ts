import type { Project } from '@kinora/contract/projects';

type Rules = Pick<Project, 'playbackChannelIds' | 'geoblockRuleId' | 'playerId'>;

type MoveEffects = {
  /** Links at these stop playing: the other project does not play there. */
  lostChannelIds: string[];
  hasOtherPlayer: boolean;
  hasOtherRule: boolean;
};

/** Says how another project changes videos, which may come from several. */
export function compareProjects(from: Rules | undefined, to: Rules): MoveEffects {
  const known = from?.playbackChannelIds ?? [];
  return {
    lostChannelIds: known.filter((id) => !to.playbackChannelIds.includes(id)),
    hasOtherPlayer: from?.playerId !== to.playerId,
    hasOtherRule: from?.geoblockRuleId !== to.geoblockRuleId,
  };
}
