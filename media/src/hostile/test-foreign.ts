import { deflateRawSync } from 'node:zlib';
import { writeBox } from '../mp4/boxes.ts';
import { edit, indexedClip, u32 } from './test-mp4-edit.ts';
import type { Recipe, Workshop } from './test-workshop.ts';

type Text = (workshop: Workshop) => string;

const HLS = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:0\n';

/** Files of text that make ffmpeg open others, or a browser run something. */
const TEXTS: readonly (readonly [string, Text])[] = [
  ['hls of a clip', ({ secretClip }) => `${HLS}#EXTINF:1,\n${secretClip}\n#EXT-X-ENDLIST\n`],
  ['hls of a text', ({ secretText }) => `${HLS}#EXTINF:1,\nfile://${secretText}\n#EXT-X-ENDLIST\n`],
  [
    'hls by concat',
    ({ secretText }) => `${HLS}#EXTINF:1,\nconcat:${secretText}|${secretText}\n#EXT-X-ENDLIST\n`,
  ],
  [
    'hls by subfile',
    ({ secretText }) =>
      `${HLS}#EXTINF:1,\nsubfile,,start,0,end,500,,:${secretText}\n#EXT-X-ENDLIST\n`,
  ],
  [
    'hls over the network',
    ({ address }) => `${HLS}#EXTINF:1,\nhttp://${address}/1.ts\n#EXT-X-ENDLIST\n`,
  ],
  [
    'hls with a key over the network',
    ({ address, secretClip }) =>
      `${HLS}#EXT-X-KEY:METHOD=AES-128,URI="http://${address}/key"\n#EXTINF:1,\n${secretClip}\n#EXT-X-ENDLIST\n`,
  ],
  [
    'hls with a map',
    ({ secretClip }) =>
      `${HLS}#EXT-X-MAP:URI="${secretClip}"\n#EXTINF:1,\n${secretClip}\n#EXT-X-ENDLIST\n`,
  ],
  [
    'hls of playlists',
    ({ address }) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://${address}/a.m3u8\n`,
  ],
  ['ffconcat', ({ secretClip }) => `ffconcat version 1.0\nfile '${secretClip}'\n`],
  [
    'ffconcat of a network file',
    ({ address }) => `ffconcat version 1.0\nfile 'tcp://${address}'\n`,
  ],
  [
    'ffconcat of a data address',
    () => "ffconcat version 1.0\nfile 'data:text/plain;base64,AAAA'\n",
  ],
  ['concat without a head', ({ secretClip }) => `file '${secretClip}'\n`],
  [
    'dash',
    ({ secretClip }) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${secretClip}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'sdp',
    ({ address }) =>
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${address.split(':')[1]} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
  ],
  [
    'asx',
    ({ address }) =>
      `<asx version="3.0"><entry><ref href="http://${address}/a.wmv"/></entry></asx>`,
  ],
  ['rtsp', ({ address }) => `[Reference]\nRef1=http://${address}/a\n`],
  [
    'smooth streaming',
    ({ address }) =>
      `<?xml version="1.0"?><SmoothStreamingMedia MajorVersion="2"><StreamIndex Url="http://${address}/"/></SmoothStreamingMedia>`,
  ],
  [
    'svg',
    ({ secretText }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file://${secretText}"/></svg>`,
  ],
  ['svg that runs', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  [
    'xml with an entity',
    ({ secretText }) => `<!DOCTYPE x [<!ENTITY a SYSTEM "file://${secretText}">]><x>&a;</x>`,
  ],
  ['html', () => '<!doctype html><script>fetch("/api")</script>'],
  [
    'imagemagick',
    ({ secretText }) =>
      `push graphic-context\nimage over 0,0 9,9 'text:${secretText}'\npop graphic-context\n`,
  ],
  ['pdf', () => '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  [
    'postscript',
    ({ secretText }) => `%!PS\n(${secretText}) (r) file 100 string readstring pop print\n`,
  ],
  ['text', () => 'not a video at all, '.repeat(100)],
  ['subtitles', () => '1\n00:00:01,000 --> 00:00:02,000\n<script>alert(1)</script>\n'],
  ['webvtt', () => 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n'],
  ['a shell script', ({ secretText }) => `#!/bin/sh\ncat ${secretText}\n`],
  ['avisynth', ({ secretClip }) => `DirectShowSource("${secretClip}")\n`],
  ['ffmetadata', () => ';FFMETADATA1\ntitle=x\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\n'],
];

/** QuickTime's alias record with a path, which ffmpeg can be set to follow. */
function alias(path: string): Buffer {
  const name = Buffer.from(path, 'latin1');
  const record = Buffer.alloc(150);
  record.writeUInt16BE(150 + 4 + name.length + (name.length % 2) + 4, 4);
  record.writeUInt16BE(2, 6);
  const tail = Buffer.alloc(4 + name.length + (name.length % 2) + 4, 0);
  tail.writeUInt16BE(18, 0);
  tail.writeUInt16BE(name.length, 2);
  name.copy(tail, 4);
  tail.writeInt16BE(-1, tail.length - 4);
  return Buffer.concat([u32(0), record, tail]);
}

const DREF = 'moov/trak/mdia/minf/dinf';

function referring(name: string, entry: (workshop: Workshop) => Buffer, keepsMedia = true): Recipe {
  return {
    name: `mov whose media lie elsewhere, ${name}`,
    about: 'foreign',
    make: async (workshop) => {
      const clip = await indexedClip(workshop);
      const moved = edit(clip, DREF, () => writeBox('dref', u32(0, 1), entry(workshop)));
      return keepsMedia ? moved : edit(moved, 'mdat', (body) => body.fill(0));
    },
  };
}

/** A stored or packed file in an archive, as far as its first entry. */
function zip(text: Buffer): Buffer {
  const packed = deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(text.length, 22);
  head.writeUInt16LE(5, 26);
  return Buffer.concat([head, Buffer.from('a.mp4'), packed]);
}

/** Playlists behind the first bytes of a container. */
const DISGUISED: readonly (readonly [string, (workshop: Workshop) => Buffer])[] = [
  [
    'ftyp, then hls',
    (shop) =>
      Buffer.concat([
        writeBox('ftyp', Buffer.from('isom\0\0\x02\0isom')),
        Buffer.from(`${HLS}#EXTINF:1,\n${shop.secretClip}\n#EXT-X-ENDLIST\n`),
      ]),
  ],
  [
    'riff avi, then hls (the "GAB2" way)',
    (shop) => gab2(`${HLS}#EXTINF:1,\n${shop.secretText}\n#EXT-X-ENDLIST\n`),
  ],
  [
    'id3, then hls',
    (shop) =>
      Buffer.concat([
        Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
        Buffer.from(`${HLS}#EXTINF:1,\n${shop.secretClip}\n#EXT-X-ENDLIST\n`),
      ]),
  ],
  ['ogg, then text', () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500, 0x41)])],
  [
    'matroska, then text',
    () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500, 0x41)]),
  ],
  ['no bytes', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0])],
  ['eleven bytes', () => Buffer.from('\0\0\0\x20ftypiso', 'latin1')],
  ['64 KiB of zeros', () => Buffer.alloc(65_536)],
  ['64 KiB of 0x47', () => Buffer.alloc(65_536, 0x47)],
  ['64 KiB of 0xff', () => Buffer.alloc(65_536, 0xff)],
  ['an archive', () => zip(Buffer.alloc(100_000, 0x41))],
  [
    'a gzip file',
    () => Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(100)]),
  ],
  [
    'a program',
    () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
  ],
];

/** An AVI with a subtitle stream that contains a playlist: this read files by ffmpeg in 2017. */
function gab2(playlist: string): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(type), size, body, Buffer.alloc(body.length % 2)]);
  };
  const text = Buffer.from(playlist);
  const gab = Buffer.concat([
    Buffer.from('GAB2\0\x02\0\0\0\0\0\0\0\x04\0', 'latin1'),
    u32le(text.length),
    text,
  ]);
  const strh = Buffer.alloc(56);
  strh.write('txts', 0);
  strh.writeUInt32LE(1, 20);
  strh.writeUInt32LE(25, 24);
  const header = chunk(
    'LIST',
    Buffer.concat([
      Buffer.from('hdrl'),
      chunk('avih', Buffer.alloc(56)),
      chunk(
        'LIST',
        Buffer.concat([Buffer.from('strl'), chunk('strh', strh), chunk('strf', Buffer.alloc(40))]),
      ),
    ]),
  );
  const movi = chunk('LIST', Buffer.concat([Buffer.from('movi'), chunk('00tx', gab)]));
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), header, movi]));
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const refused = { about: 'foreign', must: 'be refused' } as const;

export const foreign: readonly Recipe[] = [
  ...TEXTS.map(([name, text]): Recipe => ({
    ...refused,
    name,
    make: async (workshop) => Buffer.from(text(workshop)),
  })),
  ...DISGUISED.map(([name, make]): Recipe => ({
    ...refused,
    name,
    make: async (workshop) => make(workshop),
  })),
  referring('by url', ({ secretClip }) =>
    writeBox('url ', u32(0), Buffer.from(`file://${secretClip}\0`)),
  ),
  referring('by url, over the network', ({ address }) =>
    writeBox('url ', u32(0), Buffer.from(`http://${address}/a.mp4\0`)),
  ),
  referring('by alias', ({ secretClip }) => writeBox('alis', alias(secretClip)), false),
  referring('by relative alias', () => writeBox('alis', alias('canary.mp4')), false),
  referring('by resource', ({ secretClip }) => writeBox('rsrc', alias(secretClip)), false),
];
