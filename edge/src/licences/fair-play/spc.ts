import { type KeyObject, privateDecrypt, timingSafeEqual } from 'node:crypto';
import { decryptBlocks } from './ciphers.ts';
import { deriveSessionKey } from './derive-key.ts';
import { parseBlocks, TAGS } from './tllv.ts';

/** Holds what Apple gives to a team, opened. */
export type Credentials = {
  /** SHA-1 of the certificate in DER. */
  certificateHash: Buffer;
  privateKey: KeyObject;
  ask: Uint8Array;
};

/** A server playback context: what a device says to get a key. */
export type Spc = {
  sessionKey: Buffer;
  r1: Buffer;
  antiReplaySeed: Buffer;
  assetId: Buffer;
  /** Blocks that the device wants to have back. */
  returned: [tag: bigint, value: Buffer][];
  capabilities: bigint;
  /** The device asks how long the key may be used. */
  asksDuration: boolean;
};

/** Key size and hash by the version of the message: RSA keys of 1024 bits, and of 2048. */
const VERSIONS: Readonly<Record<number, { keyBytes: number; oaepHash: string }>> = {
  1: { keyBytes: 128, oaepHash: 'sha1' },
  2: { keyBytes: 256, oaepHash: 'sha256' },
};
const HASH_BYTES = 20;
const IV = { at: 8, bytes: 16 };
const KEY_AT = 24;
const MAX_PAYLOAD_BYTES = 16 * 1024;
/** The one version of the protocol that is known here. */
const PROTOCOL = 1;

/** Opens a message that was written for these credentials. Null for any other. */
export function openSpc(message: Buffer, credentials: Credentials): Spc | null {
  const payload = openPayload(message, credentials);
  const blocks = payload && parseBlocks(payload);
  return blocks && readBlocks(blocks, credentials.ask);
}

function openPayload(message: Buffer, credentials: Credentials): Buffer | null {
  const version = message.length < KEY_AT ? undefined : VERSIONS[message.readUInt32BE(0)];
  if (!version) return null;
  const hashAt = KEY_AT + version.keyBytes;
  const lengthAt = hashAt + HASH_BYTES;
  const payloadAt = lengthAt + 4;
  if (message.length < payloadAt) return null;
  if (!message.subarray(hashAt, lengthAt).equals(credentials.certificateHash)) return null;
  const payloadBytes = message.readUInt32BE(lengthAt);
  const isWhole = payloadBytes > 0 && payloadBytes % 16 === 0;
  if (!isWhole || payloadBytes > MAX_PAYLOAD_BYTES) return null;
  if (payloadBytes > message.length - payloadAt) return null;
  const key = unwrapKey(message.subarray(KEY_AT, hashAt), version.oaepHash, credentials.privateKey);
  const iv = message.subarray(IV.at, IV.at + IV.bytes);
  const payload = message.subarray(payloadAt, payloadAt + payloadBytes);
  return key && decryptBlocks(key, iv, payload);
}

function unwrapKey(wrapped: Buffer, oaepHash: string, key: KeyObject): Buffer | null {
  try {
    // OAEP with SHA-1 is what Node takes a bare key for, and it takes long to look at any other object.
    const unwrapped = privateDecrypt(oaepHash === 'sha1' ? key : { key, oaepHash }, wrapped);
    return unwrapped.length === 16 ? unwrapped : null;
  } catch {
    return null;
  }
}

function readBlocks(blocks: ReadonlyMap<bigint, Buffer>, ask: Uint8Array): Spc | null {
  const find = (tag: bigint, minBytes: number, maxBytes = minBytes) => {
    const value = blocks.get(tag);
    return value && value.length >= minBytes && value.length <= maxBytes ? value : null;
  };
  const r2 = find(TAGS.r2, 21);
  const locked = find(TAGS.sessionKeyR1, 112);
  const integrity = find(TAGS.sessionKeyR1Integrity, 16);
  const antiReplaySeed = find(TAGS.antiReplaySeed, 16);
  const assetId = find(TAGS.assetId, 2, 200);
  const protocol = find(TAGS.protocolVersionUsed, 4)?.readUInt32BE(0);
  const returned = findReturned(blocks);
  if (!r2 || !locked || !integrity || !antiReplaySeed || !assetId || !returned) return null;
  if (protocol !== PROTOCOL) return null;
  const opened = decryptBlocks(
    deriveSessionKey(ask, r2),
    locked.subarray(0, 16),
    locked.subarray(16),
  );
  // Session key (16 bytes), a hash of the device (20), R1 (44), and what proves them all (16).
  if (!timingSafeEqual(opened.subarray(80), integrity)) return null;
  return {
    sessionKey: opened.subarray(0, 16),
    r1: opened.subarray(36, 80),
    antiReplaySeed,
    assetId,
    returned,
    capabilities: find(TAGS.capabilities, 16)?.readBigUInt64BE(8) ?? 0n,
    asksDuration: blocks.has(TAGS.mediaPlaybackState),
  };
}

/** Null when the device asks for a value back that it has not sent. */
function findReturned(blocks: ReadonlyMap<bigint, Buffer>): [bigint, Buffer][] | null {
  const asked = blocks.get(TAGS.returnRequest);
  if (!asked || asked.length % 8 !== 0) return null;
  const returned = new Map<bigint, Buffer>();
  for (let at = 0; at < asked.length; at += 8) {
    const tag = asked.readBigUInt64BE(at);
    const value = blocks.get(tag);
    if (!value) return null;
    returned.set(tag, value);
  }
  return [...returned];
}
