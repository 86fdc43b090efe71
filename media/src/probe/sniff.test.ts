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
