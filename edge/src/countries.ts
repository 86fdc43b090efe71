import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isPrivateAddress } from '@kinora/contract/network';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import type { EdgeLog } from './edge-log.ts';

/** Tells the countries of addresses, by a file that may be replaced while it is used. */
export type Countries = {
  /** ISO 3166-1 alpha-2; null when the file doesn't say. */
  find(address: string): string | null;
  /** Unix time at which the file in use was built. */
  builtAtMs(): number;
  close(): void;
};

/** Some files have the country's code at the top, others where GeoLite2 has it. */
type Entry = { country_code?: string; country?: { iso_code?: string } };

/** The file is looked at so often, and read again when it was replaced. */
const LOOK_MS = 30_000;
const MAX_KNOWN = 10_000;
const NONE = '';

/** The combined file of both families that is installed with the product. */
export function getPackagedCountries(): string {
  return fileURLToPath(
    import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
  );
}

/** Opens an .mmdb file. @throws when it can't be read */
export async function openCountries(
  path: string,
  log: EdgeLog,
  { lookMs = LOOK_MS }: { lookMs?: number } = {},
): Promise<Countries> {
  let { reader, mark } = await load(path);
  // A viewer asks for a segment every few seconds from the same address.
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const look = async () => {
    try {
      if ((await getMark(path)) === mark) return;
      ({ reader, mark } = await load(path));
      known.clear();
      log.info({ path, builtAt: reader.metadata.buildEpoch }, 'countries replaced');
    } catch (error) {
      // Half of a file, or none, for the moment of its replacement: the one in memory goes on.
      log.warn({ err: error, path }, 'countries can’t be read anew');
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    find(address) {
      let code = known.get(address);
      if (code === undefined) {
        // The packaged file has some private networks in countries of registries.
        const isNowhere = isIP(address) === 0 || isPrivateAddress(address);
        const entry = isNowhere ? null : (reader.get(address) as Entry | null);
        code = entry?.country_code ?? entry?.country?.iso_code ?? NONE;
        known.set(address, code);
      }
      return code === NONE ? null : code;
    },
    builtAtMs: () => reader.metadata.buildEpoch.getTime(),
    close: () => clearInterval(timer),
  };
}

async function load(path: string): Promise<{ reader: Reader<Response>; mark: string }> {
  const mark = await getMark(path);
  return { reader: new Reader<Response>(await readFile(path)), mark };
}

async function getMark(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}
