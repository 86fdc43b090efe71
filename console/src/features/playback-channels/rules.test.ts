import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessPolicy } from '@kinora/contract/playback-channels';
import {
  compareChannels,
  findWrongWebsite,
  getReachKind,
  isChannelName,
  listNamesOfKey,
  splitDomains,
} from './rules.ts';

test('domains are typed in lines or between commas', () => {
  assert.deepEqual(splitDomains(' a.example.com, b.example.com\n\nc.example.com '), [
    'a.example.com',
    'b.example.com',
    'c.example.com',
  ]);
  assert.deepEqual(splitDomains('  '), []);
});

test('a website is named that is none', () => {
  assert.equal(findWrongWebsite(['example.com', '*.school.th', 'localhost']), undefined);
  assert.equal(findWrongWebsite(['example.com', 'https://x.com']), 'https://x.com');
});

test('a channel’s name has English letters, digits and underscores', () => {
  assert.ok(isChannelName('News_2'));
  for (const name of ['', 'a-b', 'ข่าว', 'a b']) assert.ok(!isChannelName(name), name);
});

test('a signing key is named by the channels that have it', () => {
  const channels = [['main', ['a', 'b']] as const, ['members', ['b']] as const].map(
    ([name, urlSigningKeyIds]) => ({
      name,
      signedUrl: { urlSigningKeyIds: [...urlSigningKeyIds] },
    }),
  );
  assert.deepEqual(listNamesOfKey(channels, 'b'), ['main', 'members']);
  assert.deepEqual(listNamesOfKey(channels, 'c'), []);
});

test('who may watch names requests without a website only where websites are asked for', () => {
  const signedUrl = {
    required: true,
    acceptsArkV2: false,
    urlSigningKeyIds: [],
    urlSigningKeys: [],
  };
  const reach = (policy: AccessPolicy, allowNoReferrer: boolean) =>
    getReachKind({
      signedUrl,
      accessControlPolicy: { policy, allowNoReferrer, allowDomains: [], denyDomains: [] },
    });
  assert.equal(reach('allowSome', true), 'signed.allowSomeAndDirect');
  assert.equal(reach('allowSome', false), 'signed.allowSome');
  assert.equal(reach('blockSome', true), 'signed.blockSome');
});

test('a channel is compared with the one until now, or with none', () => {
  const open = {
    signedUrl: { required: false, acceptsArkV2: false, urlSigningKeyIds: [], urlSigningKeys: [] },
    accessControlPolicy: {
      policy: 'allowAll' as const,
      allowDomains: [],
      denyDomains: [],
      allowNoReferrer: false,
    },
    defaultDrmModelForNonClassicDelivery: 'none' as const,
  };
  const closed = {
    signedUrl: { ...open.signedUrl, required: true },
    accessControlPolicy: { ...open.accessControlPolicy, policy: 'allowSome' as const },
    defaultDrmModelForNonClassicDelivery: 'clearKey' as const,
  };
  assert.deepEqual(compareChannels(open, open), []);
  assert.deepEqual(compareChannels(closed, closed), []);
  assert.deepEqual(compareChannels(open, closed), ['signed', 'websites', 'model']);
  assert.deepEqual(compareChannels(closed, open), ['open', 'websites', 'model']);
  assert.deepEqual(compareChannels(undefined, closed), ['signed', 'websites']);
  assert.deepEqual(compareChannels(undefined, open), []);
});
