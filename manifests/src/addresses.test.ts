import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { KeyFrames } from '@kinora/contract/stream';
import { createAddresses, createAddress, type PlanFile } from './addresses.ts';
import { writeDashManifest } from './dash.ts';
import { writeMediaPlaylist, writeMultivariantPlaylist } from './hls.ts';
import { writeIFramePlaylist } from './hls-i-frames.ts';
import { writeStoryboardJson, writeStoryboardVtt } from './storyboard.ts';
import { cbcs, stream, video } from './test-stream.ts';

const SUFFIX = 'x_expires=1&x_signature=a$b';
const place = { videoKey: 'vid1', revisionKey: 'rev1', folder: 'rev1-$p2' };
const target = { videoKey: 'vid1', folder: 'rev1-$p2' };

const FILES: PlanFile[] = [
  { kind: 'mediaPlaylist', renditionId: 'v720' },
  { kind: 'iFramePlaylist', renditionId: 'v720' },
  { kind: 'segment', renditionId: 'v720', number: 0 },
  { kind: 'segment', renditionId: 'v720', number: 7 },
  { kind: 'storyboard', format: 'vtt' },
  { kind: 'storyboardSheet', sheet: 3 },
  { kind: 'revisionCover', width: 640 },
];

test('relative addresses lead where the whole ones do, with the suffix', () => {
  for (const suffix of ['', SUFFIX]) {
    const addresses = createAddresses(place, suffix);
    for (const file of FILES) {
      const whole = new URL(createAddress({ ...file, ...target }, suffix), 'https://edge.test')
        .href;
      const from = (base: string, relative: string) => new URL(relative, base).href;
      assert.equal(from('https://edge.test/streams/vid1/x', addresses.fromVideo(file)), whole);
      const inPlan = 'https://edge.test/streams/vid1/rev1-$p2/x';
      assert.equal(from(inPlan, addresses.fromPlan(file)), whole);
    }
  }
});

test('templates of DASH, filled as ISO/IEC 23009-1 §5.3.9.4.4 says, are the addresses of segments', () => {
  const { templates, fromVideo } = createAddresses(place, SUFFIX);
  const filled = (template: string) =>
    template.replace(/\$(\w*)\$/g, (_, name) => {
      if (name === '') return '$';
      return name === 'Number' ? '7' : 'v720';
    });
  const segment = (number: number) => fromVideo({ kind: 'segment', renditionId: 'v720', number });
  assert.equal(filled(templates.init), segment(0));
  assert.equal(filled(templates.segment), segment(7));
  assert.equal(filled(templates.storyboardSheet), fromVideo({ kind: 'storyboardSheet', sheet: 7 }));
});

test('a suffix is added to a query that is there', () => {
  const cover = { kind: 'cover', videoKey: 'vid1', width: 320 } as const;
  assert.equal(createAddress(cover, 'a=1'), '/streams/vid1/cover.jpg?width=320&a=1');
  assert.equal(createAddress({ ...cover, width: null }, 'a=1'), '/streams/vid1/cover.jpg?a=1');
});

test('the address of licences names the video beside the suffix', () => {
  const plain = createAddresses(place);
  assert.equal(plain.licence('clearkey'), '/licenses/clear-key?video=vid1');
  assert.equal(plain.licence('widevine'), '/licenses/widevine?video=vid1');
  assert.equal(plain.licence('playready'), '/licenses/play-ready?video=vid1');
  const some = createAddresses(place, '', {
    systems: ['widevine'],
    origin: 'https://play.test',
    ruleHost: null,
  });
  assert.equal(some.licence('widevine'), 'https://play.test/licenses/widevine?video=vid1');
  assert.equal(some.licence('playready'), null);
  const elsewhere = createAddresses(place, SUFFIX, {
    systems: ['fairplay'],
    origin: 'https://drm.test',
    ruleHost: 'play.test:8080',
  });
  const query = `video=vid1&host=play.test:8080&${SUFFIX}`;
  assert.equal(elsewhere.licence('fairplay'), `https://drm.test/licenses/fair-play?${query}`);
  const ofFairPlay = `https://drm.test/licenses/fair-play/certificate?${query}`;
  assert.equal(elsewhere.fairPlayCertificate, ofFairPlay);
  const signed = createAddresses(place, SUFFIX);
  assert.equal(signed.licence('fairplay'), `/licenses/fair-play?video=vid1&${SUFFIX}`);
  const certificate = `/licenses/fair-play/certificate?video=vid1&${SUFFIX}`;
  assert.equal(signed.fairPlayCertificate, certificate);
});

const STORYBOARD = {
  columns: 2,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2500,
  tiles: 5,
};
const whole = stream({
  video: [video(720, 1, { iFrames: { averageBps: 1, peakBps: 1, measured: true } })],
  storyboard: STORYBOARD,
});
const ofWhole = createAddresses(whole, 'sig=1');

/** The addresses in a playlist, an MPD or a storyboard, whatever writes them. */
function addressesIn(text: string): string[] {
  const quoted = [...text.matchAll(/\b(?:URI|media|initialization)="([^"]*)"/g)];
  const alone = [...text.matchAll(/^[^#\s<{][^\s]*\.(?:m3u8|m4s|jpg)[^\s]*$/gm)];
  const listed = [...text.matchAll(/"(storyboard-[^"]*)"/g)];
  return [
    ...quoted.map((match) => match[1] ?? ''),
    ...alone.map(([address]) => address),
    ...listed.map((match) => match[1] ?? ''),
  ];
}

test('every address of a playlist, an MPD and a storyboard carries the suffix', () => {
  const keyFrames: KeyFrames = { segments: [[[0, 10, 180180]]] };
  const texts = [
    writeMultivariantPlaylist(whole, ofWhole),
    writeMediaPlaylist(whole, 'v720', ofWhole),
    writeIFramePlaylist(whole, 'v720', keyFrames, ofWhole),
    writeDashManifest(whole, ofWhole),
    writeStoryboardJson(whole, ofWhole),
    writeStoryboardVtt(whole, ofWhole),
  ];
  for (const text of texts) {
    const found = addressesIn(text ?? '');
    assert.ok(found.length >= 2, text ?? 'nothing written');
    for (const address of found) assert.match(address, /\?sig=1($|#xywh=)/);
  }
});

test('a key lies elsewhere, and is told no suffix', () => {
  const encryption = { method: 'aes-128', keyUri: 'https://keys.test/k?token=t' } as const;
  const clear = writeMediaPlaylist({ ...whole, encryption }, 'v720', ofWhole) ?? '';
  assert.match(clear, /^#EXT-X-KEY:METHOD=AES-128,URI="https:\/\/keys\.test\/k\?token=t"$/m);
  const sampled = writeMediaPlaylist({ ...whole, encryption: cbcs(['fairplay']) }, 'v720', ofWhole);
  assert.match(sampled ?? '', /URI="skd:\/\/[0-9a-f]{32}"/);
});
