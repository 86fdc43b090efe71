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

/** A viewer of whom only the address and the time are known. */
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
