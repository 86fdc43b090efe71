import type { FairplayHdcp } from '@kinora/contract/drm-outputs';
import { drawBytes, encryptBlock, encryptBlocks, hashToBlock } from './ciphers.ts';
import type { Spc } from './spc.ts';
import { TAGS, writeBlock } from './tllv.ts';

const VERSION = 1;
const HDCP: Readonly<Record<FairplayHdcp, bigint>> = {
  none: 0xef72894ca7895b78n,
  type0: 0x40791ac78bd5c571n,
  type1: 0x285a0863bba8e1d3n,
};
/** The types of duration in a key context. */
const DURATIONS = {
  /** The key ends after its seconds, while it is played too. */
  lease: 0x1a4bde7e,
  /** The device may keep the key without limit. */
  persistent: 0x3df2d9fb,
};
/** Stands where a duration has no meaning of its own. */
const RESERVED = 0x86d34a3a;

export type Given = {
  key: Uint8Array;
  /** The IV with which the segments are encrypted. */
  iv: Uint8Array;
  hdcp: FairplayHdcp;
  mayPersist: boolean;
  /** Null: for as long as the session lasts. */
  leaseSec: number | null;
};

/** Writes the content key context that answers a device: it alone can open it. */
export function writeCkc(spc: Spc, { key, iv, hdcp, mayPersist, leaseSec }: Given): Buffer {
  // Without this block a device asks its output for HDCP of type 0.
  const output = Buffer.concat([Buffer.alloc(8), drawBytes(8)]);
  output.writeBigUInt64BE(HDCP[hdcp], 0);
  const payload = Buffer.concat([
    writeBlock(TAGS.encryptedContentKey, Buffer.concat([iv, encryptBlock(spc.sessionKey, key)])),
    writeBlock(TAGS.r1, spc.r1),
    ...spc.returned.map(([tag, value]) => writeBlock(tag, value)),
    writeBlock(TAGS.hdcp, output),
    ...(spc.asksDuration ? listDurations({ mayPersist, leaseSec }) : []),
  ]);
  const payloadIv = drawBytes(16);
  const payloadKey = encryptBlock(hashToBlock(spc.r1), spc.antiReplaySeed);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(VERSION, 0);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length, 0);
  return Buffer.concat([head, payloadIv, length, encryptBlocks(payloadKey, payloadIv, payload)]);
}

function listDurations({ mayPersist, leaseSec }: Pick<Given, 'mayPersist' | 'leaseSec'>): Buffer[] {
  if (leaseSec !== null) return [writeDuration(DURATIONS.lease, leaseSec)];
  return mayPersist ? [writeDuration(DURATIONS.persistent, 0)] : [];
}

/** Writes lease and rental in seconds (there is no rental), the type, and four constant bytes. */
function writeDuration(type: number, leaseSec: number): Buffer {
  const value = Buffer.alloc(16);
  value.writeUInt32BE(leaseSec, 0);
  value.writeUInt32BE(type, 8);
  value.writeUInt32BE(RESERVED, 12);
  return writeBlock(TAGS.contentKeyDuration, value);
}
