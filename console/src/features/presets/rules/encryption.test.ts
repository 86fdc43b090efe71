import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChosenServer, withEncryption, withKeyServer } from './encryption.ts';
import type { ProfileForm } from './form.ts';
import { createForm, createProfile } from './parts.ts';
import { checkPreset } from './problems.ts';

const form = { ...createForm('classic', 'Stereo'), name: 'ข่าว' };
const [first] = form.profiles;
assert.ok(first);
const profiles = [first, createProfile('classic', form.profiles, 'Stereo')];
const on = (keyServerId: string | null) => ({ isEnableVideoEncryption: true, keyServerId });

function idOf(profile: number, track: number): string {
  return profiles[profile]?.videoTracks[track]?.id ?? assert.fail('no such track');
}

const serversOf = (made: readonly ProfileForm[]) =>
  made.flatMap(({ videoTracks }) => videoTracks.map(({ encryption }) => encryption.keyServerId));

test('a server that is chosen on one track is named by all encrypted tracks, and by no other', () => {
  const encrypted = withEncryption(
    withEncryption(profiles, idOf(0, 1), on('a')),
    idOf(1, 0),
    on(null),
  );
  assert.equal(findChosenServer(encrypted), 'a');
  const chosen = withKeyServer(encrypted, 'b');
  assert.deepEqual(serversOf(chosen), [null, 'b', null, 'b', null, null]);
  assert.equal(findChosenServer(chosen), 'b');
});

test('a track that is not encrypted names no server', () => {
  const off = { isEnableVideoEncryption: false, keyServerId: 'a' };
  assert.equal(findChosenServer(withEncryption(profiles, idOf(0, 0), off)), null);
  assert.equal(findChosenServer(profiles), null);
});

test('the problem of a track without a server, or with another one, stands at its field', () => {
  const path = 'profiles.0.videoTracks.0.encryption.keyServerId';
  const without = checkPreset({
    ...form,
    profiles: withEncryption(profiles, idOf(0, 0), on(null)),
  });
  assert.deepEqual(without[path], { code: 'required', path });
  const differing = withEncryption(
    withEncryption(profiles, idOf(0, 0), on('a')),
    idOf(0, 1),
    on('b'),
  );
  const other = 'profiles.0.videoTracks.1.encryption.keyServerId';
  assert.equal(checkPreset({ ...form, profiles: differing })[other]?.code, 'key_servers_differ');
});
