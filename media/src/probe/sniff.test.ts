import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniff } from './sniff.ts';

const pad = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(bytes as string, 'latin1'), Buffer.alloc(1024, 0x20)]);

const NO_MEDIA: Record<string, Buffer> = {
  'an HLS playlist': pad('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile:///etc/passwd\n'),
  'a DASH manifest': pad('<?xml version="1.0"?><MPD><BaseURL>/etc/passwd</BaseURL></MPD>'),
  'a concat script': pad("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'a session description': pad('v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\n'),
  'a ZIP archive': pad('PK\x03\x04\x14\x00\x00\x00'),
  'an SVG picture': pad(
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
  ),
  'a PNG picture': pad('\x89PNG\r\n\x1a\n'),
  'a JPEG picture': pad('\xff\xd8\xff\xe0\x00\x10JFIF'),
  'plain text': pad('Good morning. '.repeat(40)),
  'text that begins with G': pad('G'.padEnd(400, 'o')),
  'UTF-16 text': pad('\xff\xfea\x00b\x00c\x00'),
  subtitles: pad('1\n00:00:01,000 --> 00:00:02,000\nHello\n'),
  zeros: Buffer.alloc(4096),
  'eleven bytes of MP4': Buffer.from('\0\0\0\x20ftypiso', 'latin1'),
};

for (const [name, bytes] of Object.entries(NO_MEDIA))
  test(`${name} is no media file`, () => assert.equal(sniff(bytes), null));

test('an ID3 tag is looked behind', () => {
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1');
  const behind = (audio: string): Buffer => Buffer.concat([tag, Buffer.alloc(10), pad(audio)]);
  assert.equal(sniff(behind('fLaC')), 'flac');
  assert.equal(sniff(behind('\xff\xfb\x90\x00')), 'mp3');
});

test('random bytes never make the sniffer fail', () => {
  let seed = 7;
  const next = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16;
  for (let n = 0; n < 500; n++) {
    const bytes = Buffer.from(Array.from({ length: next() % 40 }, () => next() & 0xff));
    assert.doesNotThrow(() => sniff(bytes));
  }
});

const ts = Buffer.concat(
  Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187, 0x55)])),
);
// 128 kbit/s at 44.1 kHz: 417 bytes.
const mp3 = Buffer.concat(
  Array.from({ length: 12 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413, 0x55)]),
  ),
);
const adts = Buffer.concat(
  Array.from({ length: 12 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x25, 0, 0]), Buffer.alloc(289, 0x55)]),
  ),
);

for (const [name, bytes, kind] of [
  ['a transport stream from the midst of a packet on', ts.subarray(77), 'mpegts'],
  ['a transport stream behind zeros', Buffer.concat([Buffer.alloc(3000), ts]), 'mpegts'],
  ['MP3 from the midst of a frame on', mp3.subarray(200), 'mp3'],
  ['MP3 behind zeros', Buffer.concat([Buffer.alloc(5000), mp3]), 'mp3'],
  ['ADTS from the midst of a frame on', adts.subarray(100), 'aac'],
  ['AMR', pad('#!AMR\n'), 'amr'],
  ['AMR of wide band', pad('#!AMR-WB\n'), 'amr'],
  ['AU', pad('.snd\0\0\0\x18'), 'au'],
  ['BW64', pad('BW64\xff\xff\xff\xffWAVEds64'), 'wav'],
  ['bare MPEG-2', pad('\0\0\x01\xb3'), 'mpegvideo'],
  ['a fragmented MP4 whose first box is an event', pad('\0\0\0\x40emsg'), 'mov'],
  ['an archive that holds MP3', Buffer.concat([Buffer.from('PK\x03\x04'), mp3]), null],
] as const)
  test(`${name} is ${kind ?? 'no media file'}`, () => assert.equal(sniff(bytes), kind));
