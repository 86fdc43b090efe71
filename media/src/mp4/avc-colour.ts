import { MATRICES, PRIMARIES, TRANSFERS, type Colour } from '../probe/colour.ts';
import { type AvcColour, listParameterSets, readParameterSet, readPayload } from './mp4-avc.ts';

/** Returns a colour by the numbers of parameter sets. */
export function toAvcColour({ matrix, primaries, transfer, range }: Colour): AvcColour {
  return {
    isFullRange: range === 'pc',
    primaries: PRIMARIES[primaries],
    transfer: TRANSFERS[transfer],
    matrix: MATRICES[matrix],
  };
}

/** Returns the body of a `colr` box for a colour (ISO/IEC 14496-12 §12.1.5). */
export function writeColr({ isFullRange, primaries, transfer, matrix }: AvcColour): Buffer {
  const codes = [primaries, transfer, matrix].flatMap((code) => [0, code]);
  return Buffer.concat([
    Buffer.from('nclx', 'latin1'),
    Buffer.from([...codes, isFullRange ? 0x80 : 0]),
  ]);
}

/**
 * Returns the same `avcC` with another colour in its sequence parameter sets: decoders believe
 * these before any box. Throws RangeError on a damaged one.
 */
export function withAvcColour(avcC: Buffer, colour: AvcColour): Buffer {
  const sets = listParameterSets(avcC);
  const end = sets.reduce((at, set) => at + 2 + set.length, 6);
  const written = sets.flatMap((set) => {
    const changed = withSetColour(set, colour);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(changed.length);
    return [length, changed];
  });
  return Buffer.concat([avcC.subarray(0, 6), ...written, avcC.subarray(end)]);
}

function withSetColour(set: Buffer, colour: AvcColour): Buffer {
  const { usabilityAt, signal } = readParameterSet(set);
  const bits = toBits(readPayload(set));
  const end = bits.lastIndexOf('1');
  const written = signal
    ? bits.slice(0, signal.start) + toSignal(colour) + bits.slice(signal.end, end)
    : bits.slice(0, usabilityAt) + NO_SHAPE + toSignal(colour) + NOTHING_ELSE;
  return Buffer.concat([set.subarray(0, 1), escapePayload(fromBits(`${written}1`))]);
}

// ITU-T H.264 §E.1.1: there is information, but none on the shape of pixels or on overscan…
const NO_SHAPE = '100';
// …nor on chroma's place, timing, two buffers, the structure of frames and restrictions.
const NOTHING_ELSE = '000000';
const UNSPECIFIED_FORMAT = '101';

function toSignal({ isFullRange, primaries, transfer, matrix }: AvcColour): string {
  const codes = toBits(Buffer.from([primaries, transfer, matrix]));
  return `1${UNSPECIFIED_FORMAT}${isFullRange ? '1' : '0'}1${codes}`;
}

function toBits(bytes: Buffer): string {
  return [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

function fromBits(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Keeps three bytes from looking like the start of a NAL unit (ITU-T H.264 §7.4.1). */
function escapePayload(payload: Buffer): Buffer {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
