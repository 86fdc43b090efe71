import { writeBox } from '../mp4/boxes.ts';
import type { AudioCopy, PlannedVideoCopy } from '../plan/copy-plan.ts';
import { withDelay } from '../mp4/init-delay.ts';
import { packLanguage, UNDETERMINED } from '../mp4/init-language.ts';
import { type AacConfig, readAacConfig } from '../mp4/mp4-aac.ts';
import { toAvcColour, withAvcColour, writeColr } from '../mp4/avc-colour.ts';
import { type AvcConfig, isSameColour, readAvcConfig } from '../mp4/mp4-avc.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';

/**
 * Writes the init segment (ftyp and moov) of a copied video track from the source's decoder
 * configuration alone: the same source gives the same bytes. Throws RangeError when the index is
 * not that of the copy.
 */
export function writeVideoInit(index: Mp4Index, copy: PlannedVideoCopy): Buffer {
  const [entry] = findCopied(index, copy).entries;
  const avc = entry && readAvcConfig(entry);
  if (!avc) throw new RangeError('the copied track is no AVC');
  const init = writeInitSegment({
    timescale: copy.timescale,
    handler: 'vide',
    name: 'VideoHandler',
    languageCode: UNDETERMINED,
    width: copy.width,
    height: copy.height,
    header: writeBox('vmhd', fromHex('00000001', '0000000000000000')),
    entry: writeAvcEntry(avc, copy),
  });
  return withDelay(init, copy.delayTicks);
}

/** As `writeVideoInit`, of an AAC track; its timescale is the sample rate. */
export function writeAudioInit(
  index: Mp4Index,
  { copy, languageCode }: { copy: AudioCopy; languageCode: string },
): Buffer {
  const [entry] = findCopied(index, copy).entries;
  const aac = entry && readAacConfig(entry);
  if (!aac) throw new RangeError('the copied track is no AAC');
  return writeInitSegment({
    timescale: copy.sampleRate,
    handler: 'soun',
    name: 'SoundHandler',
    languageCode,
    width: 0,
    height: 0,
    header: writeBox('smhd', fromHex('00000000', '00000000')),
    entry: writeAacEntry(aac),
  });
}

/** Finds the source's track of a copy. Throws RangeError when there is none. */
export function findCopied(index: Mp4Index, { trackId }: { trackId: number }): Mp4Track {
  const track = index.tracks.find(({ id }) => id === trackId);
  if (!track) throw new RangeError(`no track ${trackId}`);
  return track;
}

function fromHex(...hex: string[]): Buffer {
  return Buffer.from(hex.join(''), 'hex');
}

function writeUint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
}

function writeUint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt16BE(value, 2 * n);
  return bytes;
}

type Init = {
  timescale: number;
  handler: 'vide' | 'soun';
  name: string;
  languageCode: string;
  width: number;
  height: number;
  /** `vmhd` or `smhd` */
  header: Buffer;
  entry: Buffer;
};

// ISO/IEC 23000-19 §7.2: a CMAF track's brand, on top of the fragments of iso6.
const FTYP = writeBox('ftyp', Buffer.from('iso6\0\0\0\0iso6cmfcmp41', 'latin1'));
const UNITY_MATRIX = writeUint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** Durations are 0 and tables empty: all media are in fragments (ISO/IEC 14496-12 §8.8). */
function writeInitSegment(init: Init): Buffer {
  const { timescale, handler, name, languageCode, width, height, header, entry } = init;
  const isAudio = handler === 'soun';
  const full = writeUint32(0);
  const mvhd = writeBox(
    'mvhd',
    writeUint32(0, 0, 0, timescale, 0, 0x10000),
    writeUint16(0x0100, 0),
    writeUint32(0, 0),
    UNITY_MATRIX,
    Buffer.alloc(24),
    writeUint32(2),
  );
  const tkhd = writeBox(
    'tkhd',
    writeUint32(3, 0, 0, 1, 0, 0, 0, 0),
    writeUint16(0, isAudio ? 1 : 0, isAudio ? 0x0100 : 0, 0),
    UNITY_MATRIX,
    writeUint32(width * 0x10000, height * 0x10000),
  );
  const mdhd = writeBox(
    'mdhd',
    writeUint32(0, 0, 0, timescale, 0),
    writeUint16(packLanguage(languageCode), 0),
  );
  const hdlr = writeBox(
    'hdlr',
    writeUint32(0, 0),
    Buffer.from(handler, 'latin1'),
    writeUint32(0, 0, 0),
    Buffer.from(`${name}\0`, 'latin1'),
  );
  const dref = writeBox('dref', writeUint32(0, 1), writeBox('url ', writeUint32(1)));
  const stbl = writeBox(
    'stbl',
    writeBox('stsd', writeUint32(0, 1), entry),
    writeBox('stts', full, writeUint32(0)),
    writeBox('stsc', full, writeUint32(0)),
    writeBox('stsz', full, writeUint32(0, 0)),
    writeBox('stco', full, writeUint32(0)),
  );
  const minf = writeBox('minf', header, writeBox('dinf', dref), stbl);
  const trak = writeBox('trak', tkhd, writeBox('mdia', mdhd, hdlr, minf));
  const mvex = writeBox('mvex', writeBox('trex', writeUint32(0, 1, 1, 0, 0, 0)));
  return Buffer.concat([FTYP, writeBox('moov', mvhd, trak, mvex)]);
}

const REFERENCE = fromHex('000000000000', '0001');
const DPI_72 = 0x480000;

function writeAvcEntry(avc: AvcConfig, { width, height, colour }: PlannedVideoCopy): Buffer {
  const stated = colour && toAvcColour(colour);
  const avcC =
    !stated || isSameColour(avc.frame.colour, stated) ? avc.avcC : withAvcColour(avc.avcC, stated);
  const colr = stated ? writeColr(stated) : avc.colr;
  return writeBox(
    'avc1',
    REFERENCE,
    Buffer.alloc(16),
    writeUint16(width, height),
    writeUint32(DPI_72, DPI_72, 0),
    writeUint16(1),
    Buffer.alloc(32),
    writeUint16(0x18, 0xffff),
    writeBox('avcC', avcC),
    ...(colr ? [writeBox('colr', colr)] : []),
  );
}

function writeAacEntry({ specific, channels, sampleRate }: AacConfig): Buffer {
  return writeBox(
    'mp4a',
    REFERENCE,
    writeUint32(0, 0),
    writeUint16(channels, 16, 0, 0),
    writeUint32(sampleRate * 0x10000),
    writeBox('esds', writeUint32(0), writeEsDescriptor(specific)),
  );
}

/** ISO/IEC 14496-1 §7.2.6: ES 1, MPEG-4 audio stream, bit rates unstated. */
function writeEsDescriptor(specific: Buffer): Buffer {
  const writeDescriptor = (tag: number, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    if (body.length > 127) throw new RangeError('a descriptor too long for one byte of length');
    return Buffer.concat([Buffer.from([tag, body.length]), body]);
  };
  const decoder = writeDescriptor(
    0x04,
    fromHex('4015', '000000', '00000000', '00000000'),
    writeDescriptor(0x05, specific),
  );
  return writeDescriptor(
    0x03,
    fromHex('0001', '00'),
    decoder,
    writeDescriptor(0x06, fromHex('02')),
  );
}
