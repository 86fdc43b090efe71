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
