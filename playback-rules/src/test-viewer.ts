import type { PublishedProject, PublishedTeam } from '@kinora/contract/published';
import type { Channel, Viewer } from './rule.ts';

/** A channel that lets everyone in. */
export function createTestChannel(more: Partial<Channel> = {}): Channel {
  return {
    version: 1,
    channelId: 'c1',
    teamId: 't1',
    website: { policy: 'allowAll', domains: [], allowNoReferrer: false },
    signedUrl: { required: false, acceptsArkV2: false, secrets: new Map() },
    ...more,
  };
}

/** The project `p1`, whose videos play on the test channel in every country. */
export const TEST_PROJECT: PublishedProject = {
  version: 1,
  projectId: 'p1',
  teamId: 't1',
  channelIds: ['c1'],
  geoblockRuleId: 'r1',
  playerId: null,
};

export const TEST_TEAM: PublishedTeam = {
  version: 1,
  teamId: 't1',
  name: 'Siam',
  geoblockRules: { r1: { allow: [], deny: [] } },
  jwtKeys: [],
};

/** A viewer with only an address and a time. */
export function createTestViewer(more: Partial<Viewer> = {}): Viewer {
  return {
    atMs: 5000,
    referrer: null,
    address: '203.0.113.7',
    userAgent: null,
    cookie: null,
    isAddressUnreadable: false,
    findCountry: () => null,
    ...more,
  };
}
