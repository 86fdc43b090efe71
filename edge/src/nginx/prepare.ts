import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRIVATE_RANGES } from '@kinora/contract/network';
import type { EdgeStorage } from '../edge-storage.ts';
import type { FactsPlace } from './facts.ts';
import { createNoFacts, FACTS_FILE } from './feed.ts';
import { writeWhole } from './files.ts';

export type NginxSettings = {
  /** nginx finds all that it needs there; it holds secrets. */
  folder: string;
  /** Says what nginx listens on: a port, or an address with one. */
  listen: string;
  /** `http://host:port` of the built-in edge, as nginx reaches it. */
  edgeUrl: string;
  storage: Pick<EdgeStorage, 'localPath'>;
  /** CIDR ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** An .mmdb file. */
  geoDatabase: string;
  /** nginx looks that often whether its copy was replaced. By default 30 s. */
  countriesLookSec?: number;
  /** True when viewers come by https alone. */
  httpsOnly: boolean;
};

const TEMPLATES = fileURLToPath(new URL('../../../deploy/nginx', import.meta.url));
/** `http.conf` and `server.conf` may be included in the configuration of an nginx that stands already. */
const FILES = [
  'memory.lua',
  'kinora.lua',
  'headers.conf',
  'refusal.conf',
  'text.conf',
  'files-here.conf',
  'files-elsewhere.conf',
  'segments.conf',
  // `run.sh` waits for the last one.
  'http.conf',
  'server.conf',
  'nginx.conf',
];

/** Writes what nginx starts with. Until it is fed it leaves everything to the edge. */
export async function prepareNginx(settings: NginxSettings): Promise<FactsPlace> {
  const folder = toSafePath(settings.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(join(folder, 'texts'), { recursive: true, force: true });
  await mkdir(join(folder, 'cache'), { recursive: true });
  await copyCountries(settings);
  const storedHere = settings.storage.localPath('streams')?.replace(/\/streams$/, '') ?? null;
  const place = {
    // As `createPassCookie` writes it.
    cookie: settings.httpsOnly ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax',
    isStoredHere: storedHere !== null,
  };
  await writeWhole(join(folder, FACTS_FILE), createNoFacts(place));
  const values = {
    folder,
    storage: storedHere === null ? '' : toSafePath(storedHere),
    files: storedHere === null ? 'files-elsewhere.conf' : 'files-here.conf',
    // It reads what the edge has written, so it works as the same user.
    user: process.getuid?.() === 0 ? 'user root;' : '',
    workers: String(availableParallelism()),
    listen: settings.listen,
    countriesLook: `${settings.countriesLookSec ?? 30}s`,
    edge: new URL(settings.edgeUrl).host,
    trustedProxies: settings.trustedProxies.map((range) => `set_real_ip_from ${range};`).join('\n'),
    proxyRanges: settings.trustedProxies.map((range) => `    ${range} 1;`).join('\n'),
    privateRanges: PRIVATE_RANGES.map((range) => `    ${range} 1;`).join('\n'),
    strictTransport: settings.httpsOnly ? 'max-age=31536000' : '',
  };
  await writeFiles(folder, values);
  return place;
}

/** An nginx that runs on these files already goes on with its connections: `run.sh` looks at their change. */
async function writeFiles(folder: string, values: Readonly<Record<string, string>>): Promise<void> {
  const files: [path: string, text: string][] = [];
  for (const name of FILES) {
    const template = await readFile(join(TEMPLATES, name), 'utf8');
    files.push([join(folder, name), fill(template, values)]);
  }
  const before = await Promise.all(files.map(([path]) => readFile(path, 'utf8').catch(() => null)));
  if (files.every(([, text], at) => text === before[at])) return;
  for (const [path, text] of files) await writeWhole(path, text);
}

/**
 * Gives nginx the file as it is now: it takes it up within 30 s. It knows one by the second of its change,
 * and takes up later ones alone, so each is later than the one before and than the start of nginx.
 */
export async function copyCountries({
  folder,
  geoDatabase,
}: Pick<NginxSettings, 'folder' | 'geoDatabase'>): Promise<void> {
  const copy = join(folder, 'countries.mmdb');
  const before = await stat(copy).catch(() => null);
  const changedSec = Math.ceil(Math.max(Date.now(), before?.mtimeMs ?? 0) / 1000) + 1;
  await writeWhole(copy, await readFile(geoDatabase), changedSec);
}

/** nginx would read some letters of a path as its own. @throws when it has one */
function toSafePath(path: string): string {
  const whole = resolve(path);
  if (!/^[\w./@+-]+$/.test(whole)) throw new Error(`nginx can’t be given the path ${whole}`);
  return whole;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}
