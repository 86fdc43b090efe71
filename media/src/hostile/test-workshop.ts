import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClip } from '../test-clips.ts';

export type HostileClass =
  | 'containers'
  | 'audio'
  | 'video'
  | 'times'
  | 'tracks'
  | 'boxes'
  | 'fragments'
  | 'claims'
  | 'truncated'
  | 'holes'
  | 'flipped'
  | 'foreign';

/** A hostile source: its recipe, and its outcome where that is certain. */
export type Recipe = {
  name: string;
  about: HostileClass;
  /** `refused` is a probe error; without it either will do */
  must?: 'play' | 'be refused';
  /** of the engine's work on it; default a minute on a quiet machine */
  boundSeconds?: number;
  make: (workshop: Workshop) => Promise<Buffer>;
};

/** The folder of hostile sources, beside files that they may try to reach. */
export type Workshop = AsyncDisposable & {
  folder: string;
  /** A file whose text, and a clip whose video and audio, must never appear in an output. */
  secretText: string;
  secretClip: string;
  secrets: Buffer[];
  /** `127.0.0.1:port` of a listener that nothing may connect to */
  address: string;
  connections: () => number;
  /** bytes of a clip made by ffmpeg from its arguments (split at spaces), made once */
  clip: (extension: string, args: string) => Promise<Buffer>;
};

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-hostile-'));
  const secret = `kinora-canary-${randomBytes(16).toString('hex')}`;
  const secretText = join(folder, 'canary.txt');
  await writeFile(secretText, `${secret}\n`.repeat(200));
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const made = new Map<string, Promise<string>>();
  const clip = async (extension: string, args: string): Promise<Buffer> => {
    const key = `${extension} ${args}`;
    const known = made.get(key) ?? makeClip(folder, `${made.size}.${extension}`, args);
    made.set(key, known);
    return readFile(await known);
  };
  const secretClip = join(folder, 'canary.mp4');
  const secretBytes = await clip(
    'mp4',
    '-f lavfi -i testsrc2=s=96x96:r=10:d=1 -f lavfi -i anoisesrc=d=1 -c:v libx264 -c:a aac',
  );
  await writeFile(secretClip, secretBytes);
  const port = (listener.address() as AddressInfo).port;
  return {
    folder,
    secretText,
    secretClip,
    // A part of the clip's video: copied media reveal themselves by it.
    secrets: [Buffer.from(secret), secretBytes.subarray(2000, 2032)],
    address: `127.0.0.1:${port}`,
    connections: () => connections,
    clip,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => listener.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** testsrc2 and a tone of 1.2 s as inputs 0 and 1. */
export const BOTH = `${video('160x90', '25', 1.2)} ${sine(1.2)}`;
export const X264 = '-c:v libx264 -preset ultrafast -g 12 -pix_fmt yuv420p';
export const AAC = '-c:a aac -b:a 64k';

export function video(size: string, rate: string, seconds: number): string {
  return `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
}

export function sine(seconds: number, rate = 48000): string {
  return `-f lavfi -i sine=d=${seconds}:r=${rate}`;
}

/** A recipe of a clip that ffmpeg makes as it is. */
export function made(
  about: HostileClass,
  name: string,
  extension: string,
  args: string,
  more: Pick<Recipe, 'must' | 'boundSeconds'> = { must: 'play' },
): Recipe {
  return { name, about, ...more, make: (workshop) => workshop.clip(extension, args) };
}

/** Numbers that are the same in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
