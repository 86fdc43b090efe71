import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Reader } from 'maxmind';

export type GeoDatabase = { type: string; builtAt: string };

let known: { mark: string; facts: GeoDatabase } | null = null;

/**
 * Reads the type and the age of the file by which edges tell countries; null when it can't be read. The
 * file itself isn't kept: an API tells no countries.
 *
 * @param path null: the file that is installed with the product
 */
export async function readGeoDatabase(path: string | null): Promise<GeoDatabase | null> {
  const file =
    path ??
    fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    );
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
