import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isPrivateAddress } from '@kinora/contract/network';
import { Reader, type Response } from 'maxmind';

export type GeoDatabase = { type: string; builtAt: string };

let known: { mark: string; facts: GeoDatabase } | null = null;

/**
 * Reads the type and the age of the file by which edges tell countries; null when it can't be read. The
 * file itself isn't kept: an API tells no countries.
 *
 * @param path null: the file that is installed with the product
 */
export async function readGeoDatabase(path: string | null): Promise<GeoDatabase | null> {
  const file = getFile(path);
  try {
    const { mtimeMs, size } = await stat(file);
    const mark = `${file} ${mtimeMs} ${size}`;
    if (known?.mark === mark) return known.facts;
    const { databaseType, buildEpoch } = new Reader(await readFile(file)).metadata;
    known = { mark, facts: { type: databaseType, builtAt: buildEpoch.toISOString() } };
    return known.facts;
  } catch {
    return null;
  }
}

/**
 * Tells the country of one address, as an edge does; null when it can't. The file is read for it: an API
 * is asked once in a while, and an edge with each request.
 */
export async function findCountry(path: string | null, address: string): Promise<string | null> {
  if (isPrivateAddress(address)) return null;
  try {
    const reader = new Reader<Entry>(await readFile(getFile(path)));
    const entry = reader.get(address);
    return entry?.country_code ?? entry?.country?.iso_code ?? null;
  } catch {
    return null;
  }
}

/** Some files have the country's code at the top, others where GeoLite2 has it. */
type Entry = Response & { country_code?: string; country?: { iso_code?: string } };

function getFile(path: string | null): string {
  return (
    path ??
    fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    )
  );
}
