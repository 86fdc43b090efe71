import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

// A FairPlay device built from the published messages: it writes requests and opens answers. It shares no
// code with the code under test.

export type Device = {
  certificate: Buffer;
  publicKey: KeyObject;
  ask: Buffer;
};

/** Makes credentials like Apple's for a team, with a certificate that only matters as bytes. */
export function createTestCredentials(modulusLength: 1024 | 2048 = 1024) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const certificate = randomBytes(700);
  const ask = randomBytes(16);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { certificate, ask, privateKey: pkcs8, device: { certificate, publicKey, ask } };
}

export type Wishes = {
  version?: number;
  protocol?: number;
  /** Bit 0: HDCP of type 1; bit 1: keys that stay. */
  capabilities?: number;
  playbackState?: boolean;
  /** Tags in hexadecimal whose values it wants back, in addition to its transaction. */
  returns?: string[];
  /** Changes the blocks before they are encrypted. */
  change?: (blocks: Map<string, Buffer>) => void;
  /** Wraps the payload's key. */
  wrap?: (key: Buffer) => Buffer;
};

const TRANSACTION = '47aa7ad3440577de';
export const RETURN_REQUEST = '19f9d4e5ab7609cb';
export const INTEGRITY = 'b349d4809e910687';
export const SESSION_KEY_R1 = '3d1a10b8bffac2ec';
export const ASSET = '1bf7f53f5d5d5a1f';

export type Written = { message: Buffer; open: (ckc: Buffer) => Opened };
export type Opened = {
  key: Buffer;
  iv: Buffer;
  hdcp: string | undefined;
  /** Lease, rental and type of duration. */
  duration: [number, number, string] | null;
  transaction: Buffer | undefined;
  tags: string[];
};

/** Writes a server playback context for an asset. */
export function writeSpc(device: Device, assetId: string | Buffer, wishes: Wishes = {}): Written {
  const { version = 1, protocol = 1, capabilities = 3, playbackState = true } = wishes;
  const [r2, seed, r1] = [randomBytes(21), randomBytes(16), randomBytes(44)];
  const [sessionKey, integrity, lockIv] = [randomBytes(16), randomBytes(16), randomBytes(16)];
  const secret = Buffer.concat([sessionKey, randomBytes(20), r1, integrity]);
  const transaction = randomBytes(8);
  const returns = [TRANSACTION, ...(wishes.returns ?? [])];
  const blocks = new Map<string, Buffer>([
    [SESSION_KEY_R1, Buffer.concat([lockIv, cbc(true, computeD(r2, device.ask), lockIv, secret)])],
    [INTEGRITY, integrity],
    ['89c90f12204106b2', seed],
    ['71b5595ac1521133', r2],
    [ASSET, Buffer.from(assetId)],
    [TRANSACTION, transaction],
    ['67b8fb79ecce1a13', number32(1)],
    ['5d81bcbcc7f61703', number32(protocol)],
    [RETURN_REQUEST, Buffer.from(returns.join(''), 'hex')],
    ['9c02af3253c07fb2', Buffer.concat([Buffer.alloc(12), number32(capabilities)])],
    ['abb0256a31843974', randomBytes(8)],
    ['0123456789abcdef', randomBytes(5)],
  ]);
  if (playbackState) blocks.set('eb8efdf2b25ab3a0', randomBytes(16));
  wishes.change?.(blocks);
  const rows = [...blocks].map(([tag, value]) => toBlock(tag, value));
  let payload = Buffer.concat(rows.toSorted(() => Math.random() - 0.5));
  // The rest is filled with a block, as lengths of blocks are free.
  if (payload.length % 16 > 0) {
    payload = Buffer.concat([
      payload,
      toBlock('00000000000000ff', Buffer.alloc(0), 16 - (payload.length % 16)),
    ]);
  }
  const [key, iv] = [randomBytes(16), randomBytes(16)];
  const wrap = wishes.wrap ?? ((one: Buffer) => wrapKey(device.publicKey, version, one));
  const message = Buffer.concat([
    number32(version),
    Buffer.alloc(4),
    iv,
    wrap(key),
    createHash('sha1').update(device.certificate).digest(),
    number32(payload.length),
    cbc(true, key, iv, payload),
  ]);
  return { message, open: (ckc) => openCkc(ckc, { r1, seed, sessionKey }) };
}

function openCkc(
  ckc: Buffer,
  { r1, seed, sessionKey }: { r1: Buffer; seed: Buffer; sessionKey: Buffer },
): Opened {
  if (ckc.readUInt32BE(0) !== 1 || ckc.readUInt32BE(24) !== ckc.length - 28) {
    throw new Error('not a content key context');
  }
  const antiReplayKey = createHash('sha1').update(r1).digest().subarray(0, 16);
  const payload = cbc(false, ecb(true, antiReplayKey, seed), ckc.subarray(8, 24), ckc.subarray(28));
  const found = new Map<string, Buffer>();
  let rest = payload;
  while (rest.length > 0) {
    const [blockBytes, valueBytes] = [rest.readUInt32BE(8), rest.readUInt32BE(12)];
    if (blockBytes % 16 !== 0 || valueBytes > blockBytes) throw new Error('no block');
    found.set(rest.toString('hex', 0, 8), rest.subarray(16, 16 + valueBytes));
    rest = rest.subarray(16 + blockBytes);
  }
  if (!found.get('ea74c4645d5efee9')?.equals(r1)) throw new Error('another R1');
  const locked = found.get('58b38165af0e3d5a') ?? Buffer.alloc(0);
  if (locked.length !== 32) throw new Error('no content key');
  const duration = found.get('47acf6a418cd091a');
  return {
    iv: locked.subarray(0, 16),
    key: ecb(false, sessionKey, locked.subarray(16)),
    hdcp: found.get('2e52f1530d8ddb4a')?.toString('hex', 0, 8),
    duration: duration
      ? [duration.readUInt32BE(0), duration.readUInt32BE(4), duration.toString('hex', 8, 12)]
      : null,
    transaction: found.get(TRANSACTION),
    tags: [...found.keys()],
  };
}

/** The D function in whole numbers of any size. */
function computeD(r2: Buffer, ask: Buffer): Buffer {
  const bytes = [...r2, 0x80, ...Array.from({ length: 55 - r2.length }, () => 0)];
  const sums = [0, 28].map((from) => {
    let sum = 0n;
    for (let at = from; at < from + 28; at += 4) {
      sum += BigInt(`0x${Buffer.from(bytes.slice(at, at + 4)).toString('hex')}`);
    }
    sum %= 2n ** 32n;
    for (let n = 0; n < 16; n += 1) {
      sum = sum % 2n === 1n ? sum / 2n : ((3n * sum + 1n) % 2n ** 32n) % 813416437n;
    }
    return Buffer.from(sum.toString(16).padStart(8, '0'), 'hex').toReversed();
  });
  const hash = createHash('sha1').update(
    Buffer.from([...bytes, ...sums.flatMap((one) => [...one])]),
  );
  return ecb(true, ask, hash.digest().subarray(0, 16));
}

function wrapKey(publicKey: KeyObject, version: number, key: Buffer): Buffer {
  const oaepHash = version === 2 ? 'sha256' : 'sha1';
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash },
    key,
  );
}

function toBlock(
  tag: string,
  value: Buffer,
  fill = 16 * (1 + Math.floor(Math.random() * 4)),
): Buffer {
  const lengths = [number32(value.length + fill), number32(value.length)];
  return Buffer.concat([Buffer.from(tag, 'hex'), ...lengths, value, randomBytes(fill)]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function cbc(encrypts: boolean, key: Buffer, iv: Buffer, blocks: Buffer): Buffer {
  const create = encrypts ? createCipheriv : createDecipheriv;
  const cipher = create('aes-128-cbc', key, iv);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

function ecb(encrypts: boolean, key: Buffer, block: Buffer): Buffer {
  const create = encrypts ? createCipheriv : createDecipheriv;
  const cipher = create('aes-128-ecb', key, null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}
