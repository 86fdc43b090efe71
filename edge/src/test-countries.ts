// Writes the smallest files of the MaxMind DB format, version 2.0, which tell one country of all addresses.

/** Returns an .mmdb file. @param builtSec Unix time that it states for its making */
export function createCountriesFile(country: string, builtSec: number): Buffer {
  // A tree of one node, whose two records lead to the entry: records count nodes, then 16 separating bytes.
  const record = Buffer.from([0, 0, 1 + 16]);
  const tree = Buffer.concat([record, record, Buffer.alloc(16)]);
  const metadata = encodeMap([
    ['binary_format_major_version', encodeNumber(UINT16, 2)],
    ['binary_format_minor_version', encodeNumber(UINT16, 0)],
    ['build_epoch', encodeNumber(UINT64, builtSec)],
    ['database_type', encodeText('test-country')],
    ['description', encodeMap([])],
    ['ip_version', encodeNumber(UINT16, 6)],
    // An empty list.
    ['languages', Buffer.from([0, ARRAY - EXTENDED])],
    ['node_count', encodeNumber(UINT32, 1)],
    ['record_size', encodeNumber(UINT16, 24)],
  ]);
  const entry = encodeMap([['country_code', encodeText(country)]]);
  return Buffer.concat([tree, entry, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}

const [UINT16, UINT32, UINT64, ARRAY] = [5, 6, 9, 11];
/** Kinds above it stand in a byte of their own, less this number. */
const EXTENDED = 7;

/** Texts below 29 bytes alone. */
function encodeText(text: string): Buffer {
  return Buffer.concat([Buffer.from([(2 << 5) | text.length]), Buffer.from(text)]);
}

function encodeMap(entries: [name: string, value: Buffer][]): Buffer {
  const parts = entries.flatMap(([name, value]) => [encodeText(name), value]);
  return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...parts]);
}

function encodeNumber(kind: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  const digits = value === 0 ? Buffer.alloc(0) : significant;
  const head = kind > EXTENDED ? [digits.length, kind - EXTENDED] : [(kind << 5) | digits.length];
  return Buffer.concat([Buffer.from(head), digits]);
}
