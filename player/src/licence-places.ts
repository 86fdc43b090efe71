import type { LoadedPlaylist } from './engine.ts';

/** Where licences are. */
export type LicencePlaces = {
  /** Addresses by the name of a key system in Encrypted Media Extensions. */
  urls: Readonly<Record<string, string>>;
  /** The certificate with which requests of FairPlay are encrypted. */
  certificateUrl: string | null;
};

export const FAIR_PLAY = 'com.apple.fps';

/** The first one is used that a browser has and the manifest names. Widevine comes first: most teams have it. */
export const KEY_SYSTEMS = [
  'com.widevine.alpha',
  'com.microsoft.playready',
  FAIR_PLAY,
  'org.w3.clearkey',
];

/** DASH-IF's ids of key systems. */
const BY_UUID: Readonly<Record<string, string>> = {
  'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed': 'com.widevine.alpha',
  '9a04f079-9840-4286-ab92-e65be0885f95': 'com.microsoft.playready',
  'e2719d58-a985-b3c9-781a-b030af78d30e': 'org.w3.clearkey',
  '1077efec-c0b2-4d02-ace3-3c1e52e2fb4b': 'org.w3.clearkey',
};

/** Finds the addresses for licences in a playlist or manifest; null when it names none. */
export function findLicencePlaces({ format, text, url }: LoadedPlaylist): LicencePlaces | null {
  const said = format === 'dash' ? listLicenceUrls(text) : listSessionData(text);
  const certificate = said['certificate'];
  const toUrl = (address: string) =>
    URL.canParse(address, url) ? [new URL(address, url).href] : [];
  const urls = Object.entries(said).flatMap(([name, address]) =>
    name === 'certificate' ? [] : toUrl(address).map((found) => [name, found]),
  );
  if (urls.length === 0) return null;
  const [certificateUrl = null] = certificate === undefined ? [] : toUrl(certificate);
  return { urls: Object.fromEntries(urls) as Record<string, string>, certificateUrl };
}

/** DASH-IF IOP 4.3 §7.6.2.4: `Laurl`. */
function listLicenceUrls(manifest: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { attributes, content } of listProtections(manifest)) {
    const [, uuid = ''] = /urn:uuid:([0-9a-f-]+)/i.exec(attributes) ?? [];
    const system = BY_UUID[uuid.toLowerCase()];
    const [, address = ''] = /<(?:\w+:)?Laurl\b[^<>]*>([^<]+)</i.exec(content) ?? [];
    if (system && address.trim() !== '') found[system] ??= address.trim().replaceAll('&amp;', '&');
  }
  return found;
}

/** Splits at each start: one expression would rescan the manifest from every element that does not end. */
function listProtections(manifest: string): { attributes: string; content: string }[] {
  const [, ...parts] = manifest.split(/<ContentProtection\b/);
  return parts.flatMap((part) => {
    const [begins, ends] = [part.indexOf('>'), part.indexOf('</ContentProtection>')];
    const attributes = part.slice(0, Math.max(0, begins));
    if (ends < begins || attributes.endsWith('/')) return [];
    return { attributes, content: part.slice(begins + 1, ends) };
  });
}

/** RFC 8216 §4.3.4.4: our playlists describe FairPlay in session data, as its keys have no address. */
function listSessionData(playlist: string): Record<string, string> {
  const licence = /DATA-ID="kinora\.fair-play\.licence",VALUE="([^"]+)"/.exec(playlist)?.[1];
  const certificate = /DATA-ID="kinora\.fair-play\.certificate",VALUE="([^"]+)"/.exec(
    playlist,
  )?.[1];
  return licence === undefined || certificate === undefined
    ? {}
    : { [FAIR_PLAY]: licence, certificate };
}
