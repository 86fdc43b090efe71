import type { Project } from '@kinora/contract/projects';

/** A thing of the team that a project may use. */
export type Use = { kind: 'channel' | 'player' | 'rule'; id: string };

const KINDS = ['channel', 'player', 'rule'] as const satisfies readonly Use['kind'][];

/** The page's part of the address; undefined where it names nothing. */
export function readUse(raw: Record<string, unknown>): Use | undefined {
  const kind = KINDS.find((one) => typeof raw[one] === 'string');
  return kind && { kind, id: String(raw[kind]) };
}

type Uses = Pick<Project, 'playbackChannelIds' | 'playerId' | 'geoblockRuleId'>;

export function isUsedBy(project: Uses, { kind, id }: Use): boolean {
  if (kind === 'channel') return project.playbackChannelIds.includes(id);
  return id === (kind === 'player' ? project.playerId : project.geoblockRuleId);
}
