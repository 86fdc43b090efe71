/** Reads bits from the most significant on. Reading beyond the end throws RangeError. */
export type BitReader = {
  bits: (count: number) => number;
  flag: () => boolean;
  /** Exp-Golomb codes (ITU-T H.264 §9.1) */
  unsigned: () => number;
  signed: () => number;
  left: () => number;
};

export function readBits(bytes: Uint8Array): BitReader {
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new RangeError('bits end early');
    at += 1;
    return (byte >> (7 - ((at - 1) & 7))) & 1;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let n = 0; n < count; n++) value = value * 2 + bit();
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (bit() === 0) if (++zeros > 32) throw new RangeError('a number of too many bits');
    return 2 ** zeros - 1 + bits(zeros);
  };
  const signed = (): number => {
    const code = unsigned();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  };
  return { bits, flag: () => bit() === 1, unsigned, signed, left: () => bytes.length * 8 - at };
}
