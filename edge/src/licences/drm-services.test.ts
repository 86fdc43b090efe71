import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import { compactDecrypt } from 'jose';
import { publishChannel } from '../test-edge.ts';
import { writeSpc } from './fair-play/test-device.ts';
import { CHALLENGE, CLAIMS, fairPlay, LICENCE, NOW, SECRET, startDrm } from './test-drm.ts';
import { KEYS, type Kind, signToken } from './test-licences.ts';
import { openSigned } from './test-services.ts';

const specsOf = (message: Record<string, unknown>) =>
  message['content_key_specs'] as Record<string, unknown>[];

test('Widevine: a service gets the keys of a token’s classes, signed by its provider, and its licence comes back', async (t) => {
  const { widevine, ask, assertSilent } = await startDrm(t);
  const token = await signToken({ ...CLAIMS, max_resolution: 'HD', hdcp: 'HDCP_V2_2' });
  const { status, bytes, headers } = await ask('widevine', token);
  assert.deepEqual([status, bytes], [200, LICENCE]);
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.equal(headers.get('cache-control'), 'no-store');
  const [called] = widevine.calls;
  assert.ok(called);
  assert.equal(called.headers['content-type'], 'application/json');
  const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
    Buffer.from(text, encoding).toString('base64');
  const spec = (kind: Kind, track_type: string, security_level: number, hdcp: string) => ({
    track_type,
    key_id: base64(KEYS[kind][0], 'hex'),
    key: base64(KEYS[kind][1]),
    security_level,
    required_output_protection: { hdcp },
  });
  assert.deepEqual(openSigned(called.body), {
    payload: CHALLENGE.toString('base64'),
    content_id: base64('vid1'),
    provider: 'shop',
    content_key_specs: [
      spec('sd', 'SD', 3, 'HDCP_V2_2'),
      spec('hd', 'HD', 3, 'HDCP_V2_2'),
      spec('audio', 'AUDIO', 1, 'HDCP_NONE'),
    ],
    use_policy_overrides_exclusively: true,
    policy_overrides: { can_play: true, can_persist: false, can_renew: false },
  });
  const kept = await signToken({ ...CLAIMS, persistent: true, max_resolution: 'SD' });
  assert.equal((await ask('widevine', kept)).status, 200);
  const message = openSigned(widevine.calls[1]?.body ?? Buffer.alloc(0));
  assert.equal(Reflect.get(message['policy_overrides'] as object, 'can_persist'), true);
  assert.deepEqual(
    specsOf(message).map((one) => one['track_type']),
    ['SD', 'AUDIO'],
  );
  // The team asks for more than this token does.
  assert.deepEqual(specsOf(message)[0]?.['required_output_protection'], { hdcp: 'HDCP_V1' });
  assertSilent(token, kept);
});

test('manifest, playlist and page name the services that are there, as they come and go', async (t) => {
  const { edge, publish, host } = await startDrm(t);
  const said = async () => {
    edge.clock.nowMs += 2000;
    const get = async (path: string) => (await fetch(edge.url + path)).text();
    const manifest = await get('/streams/vid1/manifest.mpd');
    const playlist = await get('/streams/vid1/playlist.m3u8');
    assert.equal(playlist.includes('fair-play/certificate'), playlist.includes('SESSION-DATA'));
    // The signalling stays, as it says how the stream is encrypted.
    assert.ok(manifest.includes('MSPR 2.0') && playlist.includes('skd://'));
    const settings = JSON.parse(await get('/embed/vid1?format=json')) as object;
    assert.equal(Reflect.get(settings, 'src'), '/streams/vid1/manifest.mpd');
    const hls = playlist.includes('SESSION-DATA') ? '/streams/vid1/playlist.m3u8' : undefined;
    assert.equal(Reflect.get(settings, 'fairplay-src'), hls);
    const named = [...manifest.matchAll(/Laurl[^>]*>http:\/\/[^/<]+\/licenses\/([a-z-]+)\?/g)];
    const ofFairPlay = playlist.includes('SESSION-DATA') ? ['fair-play'] : [];
    return [...new Set(named.map(([, system = '']) => system)), ...ofFairPlay];
  };
  assert.deepEqual(await said(), ['widevine', 'play-ready', 'fair-play']);
  const none = { fairplay: null, widevine: null, playready: null };
  const all = (await edge.storage.read(getPublishedTeamKey('team1')))?.toString() ?? '';
  const { drm } = PublishedTeam.parse(JSON.parse(all));
  assert.ok(drm);
  await publish({ drm: { ...none, playready: drm.playready } });
  assert.deepEqual(await said(), ['play-ready']);
  await publish({ drm: { ...none, fairplay: drm.fairplay, widevine: drm.widevine } });
  assert.deepEqual(await said(), ['widevine', 'fair-play']);
  await publish({ drm: none });
  assert.deepEqual(await said(), []);
  await publish();
  await publishChannel(edge.storage, host, 'team1');
  assert.deepEqual(await said(), []);
  await publishChannel(edge.storage, host, 'team1', { hasDrm: true });
  assert.deepEqual(await said(), ['widevine', 'play-ready', 'fair-play']);
});

test('Widevine: a request for the service’s certificate passes without any key', async (t) => {
  const { widevine, ask } = await startDrm(t);
  const body = Buffer.from('CAQ=', 'base64');
  const { status, bytes } = await ask('widevine', await signToken(CLAIMS), { body });
  assert.deepEqual([status, bytes], [200, LICENCE]);
  assert.deepEqual(openSigned(widevine.calls[0]?.body ?? body), { payload: 'CAQ=' });
});

test('PlayReady: a service gets the challenge, and sealed what the viewer may have', async (t) => {
  const { edge, playready, ask, assertSilent } = await startDrm(t);
  const token = await signToken({
    ...CLAIMS,
    max_resolution: 'SD',
    hdcp: 'HDCP_V2',
    persistent: true,
  });
  const { status, bytes, headers } = await ask('playready', token);
  assert.deepEqual([status, bytes.toString()], [200, '<soap>a licence</soap>']);
  assert.equal(headers.get('content-type'), 'text/xml; charset=utf-8');
  const [called] = playready.calls;
  assert.ok(called);
  assert.deepEqual(called.body, CHALLENGE);
  assert.equal(called.headers['content-type'], 'text/xml; charset=utf-8');
  const action = '"http://schemas.microsoft.com/DRM/2007/03/protocols/AcquireLicense"';
  assert.equal(called.headers['soapaction'], action);
  const header = String(called.headers['x-kinora-entitlement']);
  const { plaintext, protectedHeader } = await compactDecrypt(header, SECRET);
  assert.deepEqual(protectedHeader, { alg: 'dir', enc: 'A256GCM' });
  assert.deepEqual(JSON.parse(Buffer.from(plaintext).toString()), {
    video: 'vid1',
    keys: [
      { id: KEYS.sd[0], key: Buffer.from(KEYS.sd[1]).toString('hex'), class: 'sd' },
      { id: KEYS.audio[0], key: Buffer.from(KEYS.audio[1]).toString('hex'), class: 'audio' },
    ],
    hdcp: 'HDCP_V2',
    persistent: true,
    exp: NOW + 60,
  });
  await assert.rejects(compactDecrypt(header, randomBytes(32)));
  assert.ok(!JSON.stringify(edge.logged).includes(header));
  assertSilent(token);
});

test('FairPlay: a device opens the keys of its token’s classes and no other, and gets its certificate', async (t) => {
  const { edge, ask, assertSilent } = await startDrm(t);
  const address = `${edge.url}/licenses/fair-play/certificate?video=vid1`;
  const given = await fetch(address);
  assert.deepEqual(Buffer.from(await given.arrayBuffer()), fairPlay.certificate);
  assert.equal(given.headers.get('content-type'), 'application/pkix-cert');
  assert.equal(given.headers.get('cache-control'), 'no-store');
  const token = await signToken({ ...CLAIMS, max_resolution: 'HD' });
  const get = async (kind: Kind) => {
    const { message, open } = writeSpc(fairPlay.device, `skd://${KEYS[kind][0]}`);
    const { status, bytes, code } = await ask('fairplay', token, { body: message });
    return status === 200 ? open(bytes).key.toString() : code;
  };
  for (const kind of ['sd', 'hd', 'audio'] as const) assert.equal(await get(kind), KEYS[kind][1]);
  assert.equal(await get('uhd'), 'license_not_covered');
  const bad = await ask('fairplay', token, { body: Buffer.from('spc') });
  assert.deepEqual([bad.status, bad.code], [400, 'malformed_request']);
  assertSilent(token);
});
