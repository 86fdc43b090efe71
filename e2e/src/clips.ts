import { execFile } from 'node:child_process';
import { constants, copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeShared } from '@kinora/contract/test-shared';

const run = promisify(execFile);

type Options = {
  seconds?: number;
  /** Pictures that hardly compress: about 5 MB a second. */
  noisy?: boolean;
  /** All but H.264, the default, must be encoded before browsers play it. */
  codec?: 'libx264' | 'libx265' | 'mpeg2video';
};

/** Makes a moving test picture of 640×360 with a tone; once in a run, and copied. */
export async function makeClip(
  path: string,
  { seconds = 8, noisy = false, codec = 'libx264' }: Options = {},
) {
  const noise = noisy ? ['-vf', 'noise=alls=60:allf=t', '-qp', '14'] : [];
  const isMpeg2 = codec === 'mpeg2video';
  const args = [
    ...'-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=640x360:r=25'.split(' '),
    ...`-f lavfi -i sine=440 -c:v ${codec} -pix_fmt yuv420p`.split(' '),
    ...(isMpeg2 ? ['-q:v', '5'] : ['-preset', 'ultrafast']),
    ...(codec === 'libx265' ? ['-x265-params', 'log-level=error', '-tag:v', 'hvc1'] : []),
    ...noise,
    ...`-c:a aac -b:a 96k -t ${seconds}`.split(' '),
  ];
  const output = `clip${extname(path)}`;
  const key = ['clip', output, args];
  const made = await makeShared(key, (cwd) => run('ffmpeg', [...args, output], { cwd }));
  await copyFile(join(made, output), path, constants.COPYFILE_FICLONE);
}

/** A flat red PNG of 400×160. */
export async function makePicture(path: string): Promise<void> {
  const color = 'color=c=red:s=400x160,format=rgba';
  const input = ['-hide_banner', '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', color];
  await run('ffmpeg', [...input, '-frames:v', '1', path]);
}
