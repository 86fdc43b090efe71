import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamDescription } from '@kinora/contract/stream';
import { fileName } from '@kinora/manifests/addresses';
import { listedRenditions } from '@kinora/manifests/listed';
import type { EdgeStorage } from '../edge-storage.ts';
import { type ManifestTarget, writeManifest } from '../manifests.ts';
import { NO_LICENCES } from '../licences/licensing.ts';
import { nameTexts } from './facts.ts';

/** `deploy/nginx/kinora.lua` puts each viewer's signature in its place. */
const SUFFIX_PLACE = 'KINORA-SUFFIX';

/** Requests that were let in before a change still read the playlists of before. */
const OLD_MS = 60_000;

export type Texts = {
  /** Has the playlists of a stream written unless they are. */
  keep(stream: StreamDescription): Promise<void>;
  /** Removes what was not kept for a while. */
  removeOld(): Promise<void>;
};

/** Keeps playlists below a folder that is nobody else's. */
export function keepTexts(storage: Pick<EdgeStorage, 'read'>, folder: string): Texts {
  const keptAtMs = new Map<string, number>();
  return {
    async keep(stream) {
      const place = join(stream.videoKey, nameTexts(stream));
      if (!keptAtMs.has(place)) await writeTexts(storage, stream, folder, place);
      keptAtMs.set(place, performance.now());
    },
    async removeOld() {
      for (const [place, atMs] of keptAtMs) {
        if (performance.now() - atMs < OLD_MS) continue;
        keptAtMs.delete(place);
        for (const form of FORMS.keys()) {
          await rm(join(folder, form, place), { recursive: true, force: true });
        }
      }
    },
  };
}

/** Folders by the suffix that the addresses in their playlists carry. */
const FORMS = new Map([
  ['plain', ''],
  ['signed', SUFFIX_PLACE],
]);

async function writeTexts(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  folder: string,
  place: string,
): Promise<void> {
  for (const [form, suffix] of FORMS) {
    await mkdir(join(folder, form, place), { recursive: true });
    for (const target of listTargets(stream)) {
      // The main texts of protected streams say where licences are, which the edge itself knows.
      const said = { suffix, licensing: NO_LICENCES };
      const text = await writeManifest(storage, stream, target, said);
      if (text !== null) await writeFile(join(folder, form, place, fileName(target)), text);
    }
  }
}

function listTargets(stream: StreamDescription): Exclude<ManifestTarget, { kind: 'storyboard' }>[] {
  const { videoKey, revisionKey, folder = revisionKey } = stream;
  const listed = listedRenditions(stream);
  if (!listed) return [];
  return [
    { kind: 'multivariantPlaylist', videoKey },
    { kind: 'dashManifest', videoKey },
    ...[...listed.video, ...listed.audio].map(
      ({ id }) => ({ kind: 'mediaPlaylist', videoKey, folder, renditionId: id }) as const,
    ),
  ];
}
