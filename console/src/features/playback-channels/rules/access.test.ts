import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { findUnsignedChannels, getAccess, listOpenChannels, sortByLimits } from './access.ts';

type Policy = PlaybackChannel['accessControlPolicy'];

const all: Policy = {
  policy: 'allowAll',
  allowDomains: [],
  denyDomains: [],
  allowNoReferrer: false,
};
const channel = (required: boolean, policy: Partial<Policy> = {}, id = 'c1'): PlaybackChannel => ({
  id,
  name: id,
  defaultPlaybackDomain: 'play.test',
  playbackDomains: [],
  ownDomains: [],
  isDefault: false,
  signedUrl: { required, acceptsArkV2: false, urlSigningKeyIds: [], urlSigningKeys: [] },
  accessControlPolicy: { ...all, ...policy },
  defaultDrmModelForNonClassicDelivery: 'none',
  hasDrm: false,
  drmServices: [],
  hasJwtKeys: false,
  geoblockRules: [],
  projects: [],
  createdAt: '',
  updatedAt: '',
});
const everywhere = { allowCountryCodes: [], denyCountryCodes: [] };
const thailand = { allowCountryCodes: ['TH'], denyCountryCodes: [] };
const nowhere = { allowCountryCodes: ['XX'], denyCountryCodes: [] };

test('a link alone is enough, or it has to be signed', () => {
  assert.deepEqual(getAccess(channel(false), everywhere), { verdict: 'open', isLimited: false });
  assert.deepEqual(getAccess(channel(true), everywhere), { verdict: 'signed', isLimited: false });
});

test('countries and websites limit who may watch', () => {
  const limited = { verdict: 'open', isLimited: true };
  assert.deepEqual(getAccess(channel(false), thailand), limited);
  const some = { policy: 'allowSome' as const, allowDomains: ['a.test'] };
  assert.deepEqual(getAccess(channel(false, some), everywhere), limited);
  const blocked = { policy: 'blockSome' as const, denyDomains: ['a.test'] };
  assert.deepEqual(getAccess(channel(false, blocked), everywhere), limited);
  const none = { policy: 'blockSome' as const };
  assert.equal(getAccess(channel(false, none), everywhere).isLimited, false);
});

test('no one may watch where no country or no website is allowed', () => {
  assert.equal(getAccess(channel(true), nowhere).verdict, 'nobody');
  const empty = { policy: 'allowSome' as const };
  assert.equal(getAccess(channel(false, empty), everywhere).verdict, 'nobody');
  const apps = { ...empty, allowNoReferrer: true };
  assert.equal(getAccess(channel(false, apps), everywhere).verdict, 'open');
});

test('a further channel of the project may ask for no signature', () => {
  const [signed, open, other] = [
    channel(true, {}, 'c1'),
    channel(false, {}, 'c2'),
    channel(false, {}, 'c3'),
  ];
  const channels = [signed, open, other];
  const ids = { playbackChannelIds: ['c1', 'c2'], primaryPlaybackChannelId: 'c1' };
  assert.deepEqual(findUnsignedChannels(channels, ids), [open]);
  const onOpen = { ...ids, primaryPlaybackChannelId: 'c2' };
  assert.deepEqual(findUnsignedChannels(channels, onOpen), []);
});

test('all open channels of a project count for one that is about to be added', () => {
  const channels = [channel(false, {}, 'c1'), channel(true, {}, 'c2'), channel(false, {}, 'c3')];
  const found = listOpenChannels(channels, { playbackChannelIds: ['c1', 'c2'] });
  assert.deepEqual(found, [channels[0]]);
});

test('an open channel is everyone’s only without countries and websites', () => {
  const [free, some, empty] = [
    channel(false, {}, 'c1'),
    channel(false, { policy: 'allowSome', allowDomains: ['a.test'] }, 'c2'),
    channel(false, { policy: 'allowSome' }, 'c3'),
  ];
  const channels = [free, some, empty];
  assert.deepEqual(sortByLimits(channels, everywhere), { unlimited: [free], limited: [some] });
  assert.deepEqual(sortByLimits(channels, thailand), { unlimited: [], limited: [free, some] });
  assert.deepEqual(sortByLimits(channels, nowhere), { unlimited: [], limited: [] });
});
