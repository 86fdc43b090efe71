import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyShared } from '@kinora/contract/test-shared';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const SOURCES = [
  ...'-hide_banner -loglevel error -f lavfi -i testsrc2=s=640x360:r=25:d=24'.split(' '),
  ...'-f lavfi -i sine=440:d=24 -f lavfi -i sine=880:d=24'.split(' '),
  '-filter_complex',
  '[0:v]split[a][b];[b]scale=320:180[c]',
];
const CODECS = [
  ...'-b:v:0 1200k -b:v:1 200k -c:a aac -b:a 64k'.split(' '),
  ...'-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -keyint_min 25'.split(' '),
  ...'-sc_threshold 0'.split(' '),
];

/** Copies what ffmpeg makes, which files of a run make once. */
const copyMade = (folder: string, args: string[]) =>
  copyShared(['stream', args], folder, (cwd) => run('ffmpeg', args, { cwd }));

/** Makes `playlist.m3u8`: 24 s in segments of 1 s and two heights, the higher one first; audio apart. */
export function makeHls(folder: string): Promise<void> {
  return copyMade(folder, [
    ...SOURCES,
    ...'-map [a] -map [c] -map 1:a'.split(' '),
    ...CODECS,
    ...'-f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4'.split(' '),
    ...'-master_pl_name playlist.m3u8 -var_stream_map'.split(' '),
    'a:0,agroup:aud,default:yes,name:sound v:0,agroup:aud,name:v360 v:1,agroup:aud,name:v180',
    '%v/media.m3u8',
  ]);
}

/** Makes `manifest.mpd`: the same video with Thai and English audio; segments `{0 to 3}-{n}.m4s`. */
export function makeDash(folder: string): Promise<void> {
  return copyMade(folder, [
    ...SOURCES,
    ...'-map [a] -map [c] -map 1:a -map 2:a'.split(' '),
    ...CODECS,
    ...'-metadata:s:a:0 language=tha -metadata:s:a:1 language=eng'.split(' '),
    ...'-f dash -seg_duration 2 -use_template 1 -use_timeline 1'.split(' '),
    '-init_seg_name',
    '$RepresentationID$-init.mp4',
    '-media_seg_name',
    '$RepresentationID$-$Number$.m4s',
    '-adaptation_sets',
    'id=0,streams=0,1 id=1,streams=2 id=2,streams=3',
    'manifest.mpd',
  ]);
}

/** The key of `makeProtected`, as the `drm` attribute takes it. */
export const CLEAR_KEYS = {
  '0123456789abcdef0123456789abcdef': 'fedcba98765432100123456789abcdef',
};

/** Makes `protected.mpd` and `protected.m3u8`: 8 s, video and audio encrypted by cbcs. */
export async function makeProtected(folder: string): Promise<void> {
  await run(
    'ffmpeg',
    [
      ...'-hide_banner -loglevel error -f lavfi -i testsrc2=s=320x180:r=25:d=8'.split(' '),
      ...'-f lavfi -i sine=440:d=8 -c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' '),
      ...'-g 50 -c:a aac clear.mp4'.split(' '),
    ],
    { cwd: folder },
  );
  const [id = '', key = ''] = Object.entries(CLEAR_KEYS)[0] ?? [];
  const track = (kind: string): string =>
    `in=clear.mp4,stream=${kind},init_segment=p-${kind}.mp4,segment_template=p-${kind}-$Number$.m4s,playlist_name=p-${kind}.m3u8`;
  await run(
    process.execPath,
    [
      require.resolve('shaka-packager'),
      track('video'),
      `${track('audio')},hls_group_id=sound,hls_name=sound`,
      '--enable_raw_key_encryption',
      '--keys',
      `label=:key_id=${id}:key=${key}`,
      ...'--protection_scheme cbcs --protection_systems CommonSystem --clear_lead 0'.split(' '),
      ...'--segment_duration 2 --generate_static_live_mpd --hls_playlist_type VOD'.split(' '),
      ...'--mpd_output protected.mpd --hls_master_playlist_output protected.m3u8'.split(' '),
    ],
    { cwd: folder },
  );
}

/**
 * `storyboard.json` for 24 s: a tile every 2 s, six on a sheet; the last sheet has one row. Tile n
 * (from 0) is a grey of 20 + 18 n.
 */
export async function makeStoryboard(folder: string): Promise<void> {
  const greys = 'nullsrc=s=160x90:r=1:d=9,format=gray,geq=lum=20+18*N';
  const input = ['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i'];
  await run('ffmpeg', [
    ...input,
    `${greys},trim=end_frame=6,tile=3x2`,
    join(folder, 'storyboard-1.jpg'),
  ]);
  await run('ffmpeg', [
    ...input,
    `${greys},trim=start_frame=6,tile=3x1`,
    join(folder, 'storyboard-2.jpg'),
  ]);
  const layout = { columns: 3, rows: 2, tileWidth: 160, tileHeight: 90 };
  const sheets = ['storyboard-1.jpg', 'storyboard-2.jpg'];
  const all = { ...layout, intervalMs: 2000, tiles: 9, sheets };
  await writeFile(join(folder, 'storyboard.json'), JSON.stringify(all));
}

const formatSecond = (at: number): string => `00:00:${String(at).padStart(2, '0')}.000`;

/** Captions for 24 s, a cue of two lines every second; the markup in it is not for screens. */
function createCaptions(name: string): string {
  const cues = Array.from(
    { length: 24 },
    (_, at) =>
      `${formatSecond(at)} --> ${formatSecond(at + 1)}\n<b>${name}</b> ${at}\n&lt;img src=x&gt;\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const CAPTIONS = { th: 'น้ำปั่นที่รู้จัก', en: 'Captions' } as const;

/** Adds Thai and English captions to what `makeHls` and `makeDash` have made. */
export async function addCaptions(folder: string): Promise<void> {
  for (const [language, name] of Object.entries(CAPTIONS)) {
    await writeFile(join(folder, `${language}.vtt`), createCaptions(name));
    await writeFile(
      join(folder, `${language}.m3u8`),
      `#EXTM3U\n#EXT-X-TARGETDURATION:24\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:24,\n${language}.vtt\n#EXT-X-ENDLIST\n`,
    );
  }
  const languages = Object.keys(CAPTIONS);
  const media = languages.map(
    (language) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="${language}",LANGUAGE="${language}",AUTOSELECT=YES,URI="${language}.m3u8"\n`,
  );
  const playlist = await readFile(join(folder, 'playlist.m3u8'), 'utf8');
  await writeFile(
    join(folder, 'captions.m3u8'),
    playlist
      .replace(/(?=#EXT-X-STREAM-INF)/, media.join(''))
      .replaceAll(/#EXT-X-STREAM-INF:/g, '#EXT-X-STREAM-INF:SUBTITLES="text",'),
  );
  const sets = languages.map(
    (language, at) =>
      `<AdaptationSet id="${10 + at}" contentType="text" mimeType="text/vtt" lang="${language}"><Label>${language}</Label><Representation id="${language}" bandwidth="1000"><BaseURL>${language}.vtt</BaseURL></Representation></AdaptationSet>`,
  );
  const manifest = await readFile(join(folder, 'manifest.mpd'), 'utf8');
  await writeFile(
    join(folder, 'captions.mpd'),
    manifest.replace('</Period>', `${sets.join('')}</Period>`),
  );
}
