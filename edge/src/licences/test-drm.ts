import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { PublishedDrm, PublishedTeam } from '@kinora/contract/published';
import type { StreamEncryption } from '@kinora/contract/stream';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { EdgeOptions } from '../serve.ts';
import { publishChannel, startEdgeUnderTest } from '../test-edge.ts';
import { createTestCredentials } from './fair-play/test-device.ts';
import {
  KEYS,
  type Kind,
  keyOf,
  OURS,
  protectedStream,
  publishKeys,
  publishTeam,
} from './test-licences.ts';
import { type Service, startService, WIDEVINE } from './test-services.ts';

// A team with all services: FairPlay is answered by the edge, Widevine and PlayReady by stand-ins on
// loopback.

export const NOW = 1000;
export const CLAIMS = { video: 'vid1', exp: NOW + 600 };
export const SYSTEMS = ['widevine', 'playready', 'fairplay'] as const;
export type System = (typeof SYSTEMS)[number];
const PATHS = { widevine: 'widevine', playready: 'play-ready', fairplay: 'fair-play' };
const ALL: Kind[] = ['sd', 'hd', 'uhd', 'audio'];
export const CHALLENGE: Buffer = Buffer.from('<soap>a challenge</soap>');
export const fairPlay = createTestCredentials();
export const SECRET = randomBytes(32);
export const LICENCE = Buffer.from('a licence of widevine');

export const sealed = (secret: Uint8Array) => Buffer.from(secret).toString('base64');

function toDrm(widevine: Service, playready: Service): PublishedDrm {
  return {
    fairplay: {
      certificate: fairPlay.certificate.toString('base64'),
      sealedPrivateKey: sealed(fairPlay.privateKey),
      sealedAsk: sealed(fairPlay.ask),
      hdcp: 'none',
    },
    widevine: {
      licenseUrl: widevine.url,
      provider: WIDEVINE.provider,
      sealedSigningKey: sealed(WIDEVINE.key),
      sealedSigningIv: sealed(WIDEVINE.iv),
      emeLevel: 3,
      hdcp: 'HDCP_V1',
    },
    playready: { licenseUrl: playready.url, sealedSecret: sealed(SECRET) },
  };
}

const SYSTEM_IDS = {
  widevine: 'edef8ba979d64acea3c827dcd51d21ed',
  playready: '9a04f07998404286ab92e65be0885f95',
} as const;

/** Boxes as players look into them before they ask: PlayReady's object is one header in UTF-16. */
function listBoxes(): Extract<StreamEncryption, { method: 'cbcs' }>['pssh'] {
  const header = Buffer.from('<WRMHEADER version="4.3.0.0"><DATA/></WRMHEADER>', 'utf16le');
  const lengths = Buffer.alloc(10);
  lengths.writeUInt32LE(lengths.length + header.length, 0);
  lengths.writeUInt16LE(1, 4);
  lengths.writeUInt16LE(1, 6);
  lengths.writeUInt16LE(header.length, 8);
  const object = Buffer.concat([lengths, header]);
  return ALL.flatMap((kind) =>
    (['widevine', 'playready'] as const).map((system) => {
      const content = system === 'playready' ? object : Buffer.from(KEYS[kind][0], 'hex');
      return {
        system,
        kind: kind === 'audio' ? ('audio' as const) : ('video' as const),
        keyId: KEYS[kind][0],
        data: toBox(SYSTEM_IDS[system], content),
      };
    }),
  );
}

/** ISO/IEC 23001-7 §8.1 */
function toBox(systemId: string, content: Buffer): string {
  const [size, contentSize] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(32 + content.length);
  contentSize.writeUInt32BE(content.length);
  const head = [size, Buffer.from('pssh'), Buffer.alloc(4), Buffer.from(systemId, 'hex')];
  return Buffer.concat([...head, contentSize, content]).toString('base64');
}

export async function startDrm(
  t: TestContext,
  change: (drm: PublishedDrm, port: number) => PublishedDrm = (drm) => drm,
  options: Partial<EdgeOptions> = {},
) {
  const refusals = { ...DEFAULT_LIMITS.refusals, burst: 10_000 };
  const edge = await startEdgeUnderTest(t, { limits: { refusals }, ...options });
  const widevine = await startService(t, (response) =>
    response.end(JSON.stringify({ status: 'OK', license: LICENCE.toString('base64') })),
  );
  const playready = await startService(t, (response) => response.end('<soap>a licence</soap>'));
  const publish = (more: Partial<PublishedTeam> = {}) =>
    publishTeam(edge.storage, 'team1', OURS, {
      drm: change(toDrm(widevine, playready), edge.port),
      ...more,
    });
  await publish();
  await publishKeys(edge.storage);
  const { encryption } = protectedStream();
  const stream = protectedStream({
    encryption:
      encryption?.method === 'cbcs'
        ? { ...encryption, systems: [...SYSTEMS], pssh: listBoxes() }
        : null,
  });
  await edge.publish({ stream });
  const host = `127.0.0.1:${edge.port}`;
  await publishChannel(edge.storage, host, 'team1', { hasDrm: true });
  // The team's second host.
  await publishChannel(edge.storage, `localhost:${edge.port}`, 'team1', { hasDrm: true });
  const said: string[] = [];
  const ask = async (
    system: System,
    token: string | null,
    { body = CHALLENGE, path = `/licenses/${PATHS[system]}?video=vid1`, headers = {} } = {},
  ) => {
    const response = await fetch(edge.url + path, {
      method: 'POST',
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body: new Uint8Array(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    said.push(bytes.toString('latin1'), JSON.stringify([...response.headers]));
    const code = response.headers.get('x-reason') ?? toCode(bytes);
    return { status: response.status, headers: response.headers, bytes, code };
  };
  /** No secret was said to players or logged. */
  const assertSilent = (...more: string[]) => {
    const secrets = [fairPlay.ask, fairPlay.privateKey, WIDEVINE.key, WIDEVINE.iv, SECRET];
    const canaries = [
      ...ALL.flatMap((kind) => [
        KEYS[kind][1],
        keyOf(kind),
        Buffer.from(KEYS[kind][1]).toString('hex'),
      ]),
      ...secrets.flatMap((secret) =>
        ['hex', 'base64', 'latin1'].map((as) => secret.toString(as as 'hex')),
      ),
    ];
    const seen = [...said, JSON.stringify(edge.logged)].join('\n');
    for (const canary of [...canaries, ...more]) assert.ok(!seen.includes(canary), canary);
  };
  return { edge, widevine, playready, ask, assertSilent, publish, host };
}

function toCode(bytes: Buffer): string | undefined {
  try {
    return (JSON.parse(bytes.toString()) as { code?: string }).code;
  } catch {
    return undefined;
  }
}
