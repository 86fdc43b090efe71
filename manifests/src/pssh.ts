import type { StreamEncryption } from '@kinora/contract/stream';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;

const HEADER_BYTES = 28; // size, type, version and flags, SystemID

/**
 * Reads the data of a `pssh` box (ISO/IEC 23001-7 §8.1.1). Null when it is no such box.
 */
export function readPsshData(box: Buffer): Buffer | null {
  if (box.length < HEADER_BYTES + 4 || box.toString('latin1', 4, 8) !== 'pssh') return null;
  let at = HEADER_BYTES;
  // From version 1 the ids of the keys stand before the data.
  if (box.readUInt8(8) > 0) at += 4 + 16 * box.readUInt32BE(at);
  if (box.length < at + 4) return null;
  const end = at + 4 + box.readUInt32BE(at);
  return end <= box.length ? box.subarray(at + 4, end) : null;
}

/** Finds a system's box for a key, in base64. Older boxes name the kind of track instead. */
export function findPssh(
  { pssh, videoKeyId, audioKeyId }: Cbcs,
  system: Cbcs['systems'][number],
  keyId: string,
): string | undefined {
  const kindOf = { video: videoKeyId, audio: audioKeyId };
  return pssh.find(
    (entry) => entry.system === system && (entry.keyId ?? kindOf[entry.kind]) === keyId,
  )?.data;
}

const COMMON_SYSTEM = '1077efecc0b24d02ace33c1e52e2fb4b';

/** Writes W3C's common `pssh` box (EME initialization data registry, "cenc"), which names keys. */
export function createCommonPssh(keyIds: readonly string[]): Buffer {
  const ids = Buffer.from(keyIds.join(''), 'hex');
  const box = Buffer.alloc(HEADER_BYTES + 4 + ids.length + 4);
  box.writeUInt32BE(box.length, 0);
  box.write('pssh', 4, 'latin1');
  box.writeUInt8(1, 8);
  box.write(COMMON_SYSTEM, 12, 'hex');
  box.writeUInt32BE(keyIds.length, HEADER_BYTES);
  ids.copy(box, HEADER_BYTES + 4);
  return box;
}
