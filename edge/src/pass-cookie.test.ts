import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPassCookie, readPassCookie } from './pass-cookie.ts';

const pass = {
  suffix: 'x_key_id=k1&x_signature=s',
  leftSec: 60,
  isOfTeam: false,
  isOfStream: true,
};

test('over https a page of another site may embed it, and the cookie stays with that site', () => {
  assert.equal(
    createPassCookie(pass, 'vid1', true),
    'kinora_pass_vid1=x_key_id=k1&x_signature=s; Path=/streams/vid1/; Max-Age=60; HttpOnly; ' +
      'Secure; SameSite=None; Partitioned',
  );
});

test('each video has a cookie of its own', () => {
  const header = 'kinora_pass_vid10=other; a=b; kinora_pass_vid1=x_key_id=k1&x_signature=s';
  assert.equal(readPassCookie(header, 'vid1'), pass.suffix);
  assert.equal(readPassCookie(header, 'vid'), null);
  assert.equal(readPassCookie(undefined, 'vid1'), null);
});
