import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createAddress, type ViewerTarget } from '@kinora/manifests/addresses';
import { parseTarget } from './target.ts';

test('each resource has its address', () => {
  const base = { videoKey: 'vid_1', folder: 'rev-1' };
  const segment = { ...base, kind: 'segment', renditionId: 'v1080' };
  assert.deepEqual(parseTarget('/streams/vid_1/playlist.m3u8'), {
    kind: 'multivariantPlaylist',
    videoKey: 'vid_1',
  });
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/v1080.m3u8'), {
    ...base,
    kind: 'mediaPlaylist',
    renditionId: 'v1080',
  });
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/v1080/init.mp4'), {
    ...segment,
    number: 0,
  });
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/v1080/12.m4s?x=1'), {
    ...segment,
    number: 12,
  });
  assert.deepEqual(parseTarget('/streams/vid_1/cover.jpg?width=640'), {
    kind: 'cover',
    videoKey: 'vid_1',
    width: 640,
  });
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/cover-640.jpg'), {
    ...base,
    kind: 'revisionCover',
    width: 640,
  });
  assert.deepEqual(parseTarget('/streams/vid_1/manifest.mpd'), {
    kind: 'dashManifest',
    videoKey: 'vid_1',
  });
  assert.deepEqual(parseTarget('/streams/vid_1/1080p.mp4'), {
    kind: 'progressiveFile',
    videoKey: 'vid_1',
    height: 1080,
  });
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/v1080-iframes.m3u8'), {
    ...base,
    kind: 'iFramePlaylist',
    renditionId: 'v1080',
  });
  for (const format of ['json', 'vtt']) {
    assert.deepEqual(parseTarget(`/streams/vid_1/rev-1/storyboard.${format}`), {
      ...base,
      kind: 'storyboard',
      format,
    });
  }
  assert.deepEqual(parseTarget('/streams/vid_1/rev-1/storyboard-12.jpg'), {
    ...base,
    kind: 'storyboardSheet',
    sheet: 12,
  });
  assert.deepEqual(parseTarget('/embed/vid_1?lang=en'), {
    kind: 'embedPage',
    videoKey: 'vid_1',
    language: 'en',
    options: { autoplay: null, muted: null, loop: false, startSec: 0, playerId: null },
  });
  assert.deepEqual(parseTarget('/player/assets/a-12345678.js'), {
    kind: 'playerFile',
    fileName: 'assets/a-12345678.js',
  });
  assert.deepEqual(parseTarget('/ads/frame'), { kind: 'adFrame' });
});

const ofVideo = { videoKey: 'vid_1' };
const ofPlan = { ...ofVideo, folder: 'rev-1' };
/** One line for each kind, or this does not compile. */
const EXAMPLES: Record<ViewerTarget['kind'], ViewerTarget[]> = {
  multivariantPlaylist: [{ kind: 'multivariantPlaylist', ...ofVideo }],
  dashManifest: [{ kind: 'dashManifest', ...ofVideo }],
  progressiveFile: [{ kind: 'progressiveFile', ...ofVideo, height: 1080 }],
  cover: [null, 1, 1280].map((width) => ({ kind: 'cover', ...ofVideo, width })),
  mediaPlaylist: [{ kind: 'mediaPlaylist', ...ofPlan, renditionId: 'a1' }],
  iFramePlaylist: [{ kind: 'iFramePlaylist', ...ofPlan, renditionId: 'v1080' }],
  segment: [0, 1, 9_999_999].map((number) => {
    return { kind: 'segment', ...ofPlan, renditionId: 'v720-hevc', number };
  }),
  storyboard: [
    { kind: 'storyboard', ...ofPlan, format: 'json' },
    { kind: 'storyboard', ...ofPlan, format: 'vtt' },
  ],
  storyboardSheet: [1, 12].map((sheet) => ({ kind: 'storyboardSheet', ...ofPlan, sheet })),
  revisionCover: [{ kind: 'revisionCover', ...ofPlan, width: 640 }],
  embedPage: [{ kind: 'embedPage', ...ofVideo }],
  watchPage: [{ kind: 'watchPage', ...ofVideo }],
};

const byKind = ([kind, targets]: [string, ViewerTarget[]]) =>
  targets.map((target) => [kind, target] as const);

test('what is written as an address is read as the same target, whatever suffix it carries', () => {
  for (const [kind, target] of Object.entries(EXAMPLES).flatMap(byKind)) {
    assert.equal(target.kind, kind);
    for (const suffix of ['', 'x_key_id=k&x_expires=1&x_signature=a-_b']) {
      const address = createAddress(target, suffix);
      assert.ok(address.endsWith(suffix), address);
      assert.partialDeepStrictEqual(parseTarget(address), target, address);
    }
  }
});

test('every other spelling of an address is nothing', () => {
  const spellings = [
    '/ads/frame/',
    '/ads',
    '',
    '*',
    '//',
    '/streams',
    '/streams/',
    'http://127.0.0.1/streams/vid1/playlist.m3u8',
    '//streams/vid1/playlist.m3u8',
    '/streams//vid1/playlist.m3u8',
    '/streams/./vid1/playlist.m3u8',
    '/streams/x/../vid1/playlist.m3u8',
    '/streams/%76id1/playlist.m3u8',
    '/streams/vid1/playlist%2Em3u8',
    '/streams/vid1%2Fplaylist.m3u8',
    '/streams/vid1/playlist.m3u8/',
    '/streams/vid1/playlist.m3u8#x',
    '/Streams/vid1/playlist.m3u8',
    '/streams/vid1/PLAYLIST.m3u8',
    '/streams/vid1\\playlist.m3u8',
    '/streams/vid1;x/playlist.m3u8',
    '/streams/../published/playlist.m3u8',
    '/streams/vid1/rev1/v360/0.m4s',
    '/streams/vid1/rev1/v360/01.m4s',
    '/streams/vid1/rev1/v360/-1.m4s',
    '/streams/vid1/rev1/v360/1e3.m4s',
    '/streams/vid1/rev1/v360/99999999.m4s',
    '/streams/vid1/rev1/v360/1.m4s%00',
    '/streams/vid1/rev1/v360/1.m4s\u0000',
    '/streams/vid1/rev1/x360/1.m4s',
    '/streams/vid1/rev1/cover-0640.jpg',
    '/streams/vid1/rev1/manifest.mpd',
    '/streams/vid1/manifest.MPD',
    '/streams/vid1/0480p.mp4',
    '/streams/vid1/480.mp4',
    '/streams/vid1/rev1/480p.mp4',
    '/streams/vid1/rev1/storyboard-0.jpg',
    '/streams/vid1/rev1/storyboard-01.jpg',
    '/streams/vid1/rev1/storyboard.jpg',
    '/streams/vid1/storyboard.json',
    '/streams/vid1/rev1/v360/key-frames.json',
    `/streams/${'v'.repeat(65)}/playlist.m3u8`,
    '/streams/vid1/cover.jpg?width=0',
    '/streams/vid1/cover.jpg?width=-1',
    '/streams/vid1/cover.jpg?width=',
    '/streams/vid1/cover.jpg?width=64&width=640',
    '/embed/vid1/',
    '/embed/vid%31',
    '/watch/',
    '/watch/vid1/',
    '/watch/vid%31',
    '/oembed/',
    '/player/',
    '/healthz/',
  ];
  for (const spelling of spellings) assert.equal(parseTarget(spelling), null, spelling);
});

test('no address whatever yields a key that could leave its folder', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const pieces = [
    '/streams/',
    '/embed/',
    '/watch/',
    '/player/',
    'vid1',
    'rev1',
    'v360',
    'a1',
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%00',
    '\\',
    '\u0000',
    '\n',
    ' ',
    '~',
    ':',
    '\u2024',
    '\uff0e',
    'é',
    'init.mp4',
    '1.m4s',
    'playlist.m3u8',
    'cover.jpg',
    'cover-640.jpg',
    '.m3u8',
    '?',
    '#',
    '/streams/vid1/',
    '/streams/vid1/rev1/',
    'manifest.mpd',
    '480p.mp4',
    'v360-iframes.m3u8',
    'storyboard.json',
    'storyboard-1.jpg',
  ];
  let parsed = 0;
  for (let round = 0; round < 100_000; round += 1) {
    const url = Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join('');
    const target = parseTarget(url);
    if (!target || target.kind === 'playerFile') continue;
    parsed += 1;
    for (const [name, value] of Object.entries(target)) {
      if (name !== 'options') assert.match(String(value), /^(?!\.)[A-Za-z0-9_.-]*$/, url);
    }
  }
  assert.ok(parsed > 20, 'the pieces make real addresses too');
});
