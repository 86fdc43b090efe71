import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { FairplayHdcp, WidevineHdcp } from '@kinora/contract/drm-outputs';
import type { Grant } from '../claims.ts';
import type { ContentKey } from '../licence-system.ts';
import { decryptBlocks } from './ciphers.ts';
import { hashR2 } from './derive-key.ts';
import { createFairPlay } from './fair-play.ts';
import {
  ASSET,
  createTestCredentials,
  type Device,
  INTEGRITY,
  RETURN_REQUEST,
  SESSION_KEY_R1,
  type Wishes,
  writeSpc,
} from './test-device.ts';

const IV = 'c1'.repeat(16);
const KEYS: ContentKey[] = [
  { keyId: '5d'.repeat(16), trackClass: 'sd', key: Buffer.from('canary of sd key'), iv: IV },
  { keyId: 'a0'.repeat(16), trackClass: 'audio', key: Buffer.from('canary of sound!'), iv: IV },
];
const [SD = { keyId: '' }, SOUND = { keyId: '' }] = KEYS;
const GRANT: Grant = { highest: 'uhd', mayPersist: false, hdcp: 'HDCP_NONE', streams: null };

function open(hdcp: FairplayHdcp = 'none', credentials = createTestCredentials()) {
  const system = createFairPlay({ ...credentials, hdcp });
  const ask = (body: Buffer, grant: Partial<Grant> = {}, keys = KEYS) => {
    const more = { videoKey: 'vid1', earlierKeys: [], body };
    const request = { ...more, grant: { ...GRANT, ...grant }, keys };
    return system.answer(request) as { body: Buffer } | { status: number; code: string };
  };
  const get = (wishes: Wishes = {}, grant: Partial<Grant> = {}, asset = `skd://${SD.keyId}`) => {
    const { message, open: openCkc } = writeSpc(credentials.device, asset, wishes);
    const answer = ask(message, grant);
    return 'body' in answer ? openCkc(answer.body) : answer.code;
  };
  return { ...credentials, ask, get };
}

function assertMalformed(answer: object, what: string) {
  assert.deepEqual(Reflect.get(answer, 'code'), 'malformed_request', what);
}

test('the D function’s hash is that of the published vectors', () => {
  const vectors = [
    ['a4c411c54d94727143504aece5613da8c6ee6dd2', '3a24a068c116842f10fac5c86cb1cb5c'],
    [
      'ee810dd5779ce50aa8df3824b3f2594cf9ee68a9c6caa7a36709f55494d5',
      'c63d0c630bcd579d072901dba82ae2a6',
    ],
    [
      '303838a2b4cab66f25d53bd331b5ee4c035b6e12afcd05c5a5a85a382ff4bfae230844aef7e2ae5c',
      'a77994aeda51df868cd82bd3b1131401',
    ],
    [
      '9a0618db8a4ecc1c8f1fa8e9482dbbe56647afe10739e4bd00d29db0d9ccf4ba5d556f4c869ebb9eceeb019acaa7ae6c8ca7',
      '10e41b10df29f8c2ea91fe7d126f50e1',
    ],
  ];
  for (const [r2 = '', hash] of vectors) {
    assert.equal(hashR2(Buffer.from(r2, 'hex')).toString('hex'), hash);
  }
});

test('a published session key block opens with its published derived key, and proves itself', () => {
  const locked = Buffer.from(
    '4f45d85ce26273101a97f33081c1d04a93b2dd0355e363729d92a45a45ce8d258b0c08aa651c0964976bf0944d2825f3' +
      'ac8dde7ed2314fa0ef3fb45b97a226e8c5366defe5f1e12bd7b72198a4a8f2653a0ef0de8c37a47c3c40f012e15c8b59' +
      '3df12d4b01603a97357e6ae0a11ca3e3',
    'hex',
  );
  const derived = Buffer.from('d87ce7a26081de2e8eb8acef3a6dc179', 'hex');
  const opened = decryptBlocks(derived, locked.subarray(0, 16), locked.subarray(16));
  assert.equal(opened.toString('hex', 80), '54a16be0137ef259ab3e4fc79690825f');
});

for (const [version, bits] of [
  [1, 1024],
  [2, 2048],
] as const) {
  test(`a device of version ${version} opens the key that it asked for, however it names it`, () => {
    const { get } = open('none', createTestCredentials(bits));
    const uuid = SD.keyId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    for (const asset of [`skd://${SD.keyId}`, SD.keyId, SD.keyId.toUpperCase(), uuid]) {
      const opened = get({ version }, {}, asset);
      assert.ok(typeof opened === 'object', asset);
      assert.equal(opened.key.toString(), 'canary of sd key');
      assert.equal(opened.iv.toString('hex'), IV);
      assert.equal(opened.transaction?.length, 8);
    }
  });
}

test('an id of bytes, and a form with the message in base64, are taken as well', () => {
  const { device, ask } = open();
  const { message, open: openCkc } = writeSpc(device, Buffer.from(SOUND.keyId, 'hex'));
  const base64 = message.toString('base64');
  for (const body of [`spc=${base64}`, `spc=${encodeURIComponent(base64)}`]) {
    const answer = ask(Buffer.from(body));
    assert.ok('body' in answer);
    assert.equal(openCkc(answer.body).key.toString(), 'canary of sound!');
  }
  for (const body of ['spc=', 'spc=%', 'spc=&a=b', 'spc=....', `spc=${base64}&x=1`]) {
    assertMalformed(ask(Buffer.from(body)), body);
  }
});

test('the higher of what a token and a team ask of screens is what a device is told', () => {
  const [NONE, TYPE_0, TYPE_1] = ['ef72894ca7895b78', '40791ac78bd5c571', '285a0863bba8e1d3'];
  const cases: [FairplayHdcp, WidevineHdcp, string][] = [
    ['none', 'HDCP_NONE', NONE],
    ['none', 'HDCP_V1', TYPE_0],
    ['none', 'HDCP_V2', TYPE_1],
    ['none', 'HDCP_V2_3', TYPE_1],
    ['type0', 'HDCP_NONE', TYPE_0],
    ['type0', 'HDCP_V2_2', TYPE_1],
    ['type1', 'HDCP_NONE', TYPE_1],
    ['type1', 'HDCP_V1', TYPE_1],
  ];
  for (const [team, hdcp, expected] of cases) {
    const { get } = open(team);
    const opened = get({}, { hdcp });
    assert.equal(typeof opened === 'object' && opened.hdcp, expected, `${team} ${hdcp}`);
    // Sound goes to no screen.
    const sound = get({}, { hdcp }, SOUND.keyId);
    assert.equal(typeof sound === 'object' && sound.hdcp, NONE);
  }
  // A device that can't hold to it gets no key.
  assert.equal(open('type1').get({ capabilities: 2 }), 'output_not_protected');
  assert.ok(typeof open('type0').get({ capabilities: 0 }) === 'object');
});

test('a key stays on a device that asks how long, where the token lets it', () => {
  const { get } = open();
  const duration = (wishes: Wishes, mayPersist: boolean) => {
    const opened = get(wishes, { mayPersist });
    return typeof opened === 'object' ? opened.duration : opened;
  };
  assert.deepEqual(duration({}, true), [0, 0, '3df2d9fb']);
  assert.equal(duration({}, false), null);
  assert.equal(duration({ playbackState: false }, true), null);
});

test('a request that is sent again gets another answer, which its device alone opens', () => {
  const { device, ask } = open();
  const first = writeSpc(device, SD.keyId);
  const other = writeSpc(device, SD.keyId);
  const [one, again] = [ask(first.message), ask(first.message)];
  assert.ok('body' in one && 'body' in again);
  assert.notDeepEqual(one.body, again.body);
  assert.deepEqual(first.open(one.body).key, first.open(again.body).key);
  assert.throws(() => other.open(one.body));
  for (const { key } of KEYS) assert.ok(!one.body.includes(Buffer.from(key)));
});

test('other assets, and keys that a token doesn’t cover, are not given', () => {
  const { device, ask, get } = open();
  const assets = [
    'f'.repeat(32),
    `skd://${'0'.repeat(32)}`,
    'vid1',
    randomBytes(16).toString('hex'),
  ];
  for (const asset of [...assets, `http://${SD.keyId}`, `${SD.keyId}0`]) {
    assert.equal(get({}, {}, asset), 'license_not_covered', asset);
  }
  const { message } = writeSpc(device, SD.keyId);
  const refused = ask(message, {}, [KEYS[1] as ContentKey]);
  assert.equal('code' in refused && refused.code, 'license_not_covered');
});

test('messages that were not written for the team are refused, and so are those that were changed', () => {
  const { device, ask } = open();
  const stranger = createTestCredentials();
  const write = (of: Device, wishes: Wishes = {}) => writeSpc(of, SD.keyId, wishes).message;
  const good = write(device);
  assert.ok('body' in ask(good));
  const flipAt = (at: number) => {
    const changed = Buffer.from(good);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const bad: [string, Buffer][] = [
    ['another certificate', write({ ...device, certificate: stranger.certificate })],
    ['another key', write({ ...device, publicKey: stranger.device.publicKey })],
    ['another ASk', write({ ...device, ask: stranger.ask })],
    ['a changed certificate hash', flipAt(160)],
    ['a changed wrapped key', flipAt(60)],
    ['no bytes', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(3000)],
    ['noise', Buffer.concat([Buffer.from([0, 0, 0, 1]), randomBytes(3000)])],
    ['a key of 15 bytes', write(device, { wrap: () => Buffer.alloc(128) })],
    ...[0, 3, 0xff_ff_ff_ff].map((version): [string, Buffer] => {
      const changed = Buffer.from(good);
      changed.writeUInt32BE(version, 0);
      return [`version ${version}`, changed];
    }),
    ...[0, 2, 7].map((n): [string, Buffer] => [`protocol ${n}`, write(device, { protocol: n })]),
    ['a version of the longer key', write(device, { version: 2 })],
  ];
  for (const [what, message] of bad) assertMalformed(ask(message), what);
});

test('a message that is cut anywhere, or whose lengths lie, is refused', () => {
  const { device, ask } = open();
  const good = writeSpc(device, SD.keyId).message;
  for (let bytes = 0; bytes < good.length; bytes += 7) {
    assertMalformed(ask(good.subarray(0, bytes)), `${bytes} bytes`);
  }
  for (const length of [0, 1, 15, 17, good.length, 0x7f_ff_ff_f0, 0xff_ff_ff_ff]) {
    const changed = Buffer.from(good);
    changed.writeUInt32BE(length, 172);
    assertMalformed(ask(changed), `a payload of ${length}`);
  }
});

test('blocks that are missing, of wrong sizes, tampered with or requested without being sent are refused', () => {
  const { device, ask } = open();
  const send = (change: Wishes['change'] = () => undefined, wishes: Wishes = {}) =>
    ask(writeSpc(device, SD.keyId, { ...wishes, change }).message);
  const needed = [SESSION_KEY_R1, INTEGRITY, '89c90f12204106b2', '71b5595ac1521133', ASSET];
  for (const tag of [...needed, '5d81bcbcc7f61703', RETURN_REQUEST]) {
    assertMalformed(
      send((blocks) => void blocks.delete(tag)),
      `without ${tag}`,
    );
    // Nothing at all may be asked back.
    for (const bytes of tag === RETURN_REQUEST ? [1, 300] : [0, 1, 300]) {
      const resize = (blocks: Map<string, Buffer>) => void blocks.set(tag, Buffer.alloc(bytes, 7));
      assertMalformed(send(resize), `${tag} of ${bytes}`);
    }
  }
  for (const tag of [INTEGRITY, SESSION_KEY_R1]) {
    const tamper = (blocks: Map<string, Buffer>) => {
      const value = Buffer.from(blocks.get(tag) ?? '');
      value[value.length - 1] = (value.at(-1) ?? 0) ^ 1;
      blocks.set(tag, value);
    };
    assertMalformed(send(tamper), `${tag} tampered with`);
  }
  assertMalformed(send(undefined, { returns: ['ffffffffffffffff'] }), 'what was not sent');
  const many = (blocks: Map<string, Buffer>) => {
    for (let n = 0; n < 200; n += 1) blocks.set(n.toString(16).padStart(16, '1'), Buffer.alloc(4));
  };
  assertMalformed(send(many), 'too many blocks');
  assert.ok('body' in send(undefined, { returns: [ASSET, 'abb0256a31843974', ASSET] }));
});

test('random bytes as payload are refused whatever they say', () => {
  const { device, ask } = open();
  for (let n = 0; n < 300; n += 1) {
    const scramble = (blocks: Map<string, Buffer>) => {
      for (const [tag, value] of blocks) {
        if (Math.random() < 0.3) blocks.set(tag, randomBytes(Math.floor(Math.random() * 130)));
        else if (Math.random() < 0.1) blocks.set(tag, value.subarray(1));
      }
      blocks.set(INTEGRITY, randomBytes(16));
    };
    assertMalformed(ask(writeSpc(device, SD.keyId, { change: scramble }).message), `run ${n}`);
  }
});

test('a stored private key whose use takes longer than a plain one’s opens no messages', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024, publicExponent: 3 });
  const odd = privateKey.export({ type: 'pkcs8', format: 'der' });
  assert.throws(
    () => open('none', { ...createTestCredentials(), privateKey: odd }),
    /no plain RSA key/,
  );
});
