import { findKeyId, listContentKeys } from './content-keys.ts';
import type {
  AudioRendition,
  StreamDescription,
  StreamEncryption,
  VideoRendition,
} from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { formatAttributes, quote } from './hls-attributes.ts';
import { findPssh, readPsshData } from './pssh.ts';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;

/**
 * Writes the EXT-X-KEY lines of a media playlist, which stand after EXT-X-MAP: the initialization section
 * is clear (RFC 8216 §4.3.2.4: a key applies to what follows it). None when the rendition is clear.
 */
export function writeKeyLines(
  stream: StreamDescription,
  rendition: VideoRendition | AudioRendition,
): string[] {
  const { encryption } = stream;
  if (!encryption) return [];
  if (encryption.method === 'cbcs') {
    const keyId = findKeyId(stream, rendition);
    if (keyId === null) return [];
    return listSampleKeys(encryption, keyId).map((attributes) => `#EXT-X-KEY:${attributes}`);
  }
  // Without an IV in the playlist it is the media sequence number, with which the segments are encrypted.
  const attributes = formatAttributes({ METHOD: 'AES-128', URI: quote(encryption.keyUri) });
  return [`#EXT-X-KEY:${attributes}`];
}

/**
 * Writes the EXT-X-SESSION-KEY lines of the multivariant playlist, so that a licence is requested before the
 * media playlists are read (RFC 8216 §4.3.4.5). Not for AES-128: its key is one small file.
 */
export function writeSessionKeyLines(stream: StreamDescription): string[] {
  const { encryption } = stream;
  if (encryption?.method !== 'cbcs') return [];
  const keys = [...listContentKeys(stream).keys()].flatMap((keyId) =>
    listSampleKeys(encryption, keyId),
  );
  return keys.map((attributes) => `#EXT-X-SESSION-KEY:${attributes}`);
}

/**
 * Says where licences of FairPlay are, which an address of a key (`skd:`) leaves to the app: players that
 * don't know the names pass them over (RFC 8216 §4.3.4.4). The other systems' players read the MPD.
 */
export function writeLicenceLines(
  { encryption }: Pick<StreamDescription, 'encryption'>,
  addresses: Pick<Addresses, 'licence' | 'fairPlayCertificate'>,
): string[] {
  if (encryption?.method !== 'cbcs' || !encryption.systems.includes('fairplay')) return [];
  const licence = addresses.licence('fairplay');
  if (licence === null) return [];
  const said = {
    'kinora.fair-play.licence': licence,
    'kinora.fair-play.certificate': addresses.fairPlayCertificate,
  };
  return Object.entries(said).map(([name, address]) => {
    const attributes = formatAttributes({ 'DATA-ID': quote(name), VALUE: quote(address) });
    return `#EXT-X-SESSION-DATA:${attributes}`;
  });
}

function listSampleKeys(encryption: Cbcs, keyId: string): string[] {
  return encryption.systems.flatMap((system) => {
    const format = findKeyFormat(system, keyId, findPssh(encryption, system, keyId));
    if (!format) return [];
    return formatAttributes({
      METHOD: 'SAMPLE-AES',
      URI: quote(format.uri),
      KEYID: `0x${keyId}`,
      IV: `0x${encryption.iv}`,
      KEYFORMAT: quote(format.name),
      KEYFORMATVERSIONS: quote('1'),
    });
  });
}

/** Returns null for a system whose licence needs a `pssh` box that is missing. */
function findKeyFormat(
  system: Cbcs['systems'][number],
  keyId: string,
  pssh: string | undefined,
): { name: string; uri: string } | null {
  switch (system) {
    case 'fairplay':
      return { name: 'com.apple.streamingkeydelivery', uri: `skd://${keyId}` };
    case 'widevine':
      if (pssh === undefined) return null;
      return {
        name: 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
        uri: `data:text/plain;base64,${pssh}`,
      };
    case 'playready': {
      // Players make the box themselves, around the PlayReady object that is in it.
      const object = pssh === undefined ? null : readPsshData(Buffer.from(pssh, 'base64'));
      if (!object) return null;
      const data = object.toString('base64');
      const uri = `data:text/plain;charset=UTF-16;base64,${data}`;
      return { name: 'com.microsoft.playready', uri };
    }
    case 'clearkey': {
      // hls.js reads the key's id from the address.
      const id = Buffer.from(keyId, 'hex').toString('base64');
      return { name: 'org.w3.clearkey', uri: `data:application/octet-stream;base64,${id}` };
    }
  }
}
