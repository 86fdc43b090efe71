import type { StreamEncryption } from '@kinora/contract/stream';
import { readPsshData } from './pssh.ts';
import { createElement, type Element } from './xml.ts';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;
type System = Cbcs['systems'][number];

/**
 * The ContentProtection elements of a set (ISO/IEC 23009-1 §5.8.4.1, ISO/IEC 23001-7 §11.2): the
 * scheme with its key, then each system. None when that kind of track is clear. FairPlay is not
 * among them: its players read HLS.
 */
export function createContentProtection(
  encryption: StreamEncryption | null,
  kind: 'video' | 'audio',
): Element[] {
  if (encryption?.method !== 'cbcs') return [];
  const keyId = kind === 'video' ? encryption.videoKeyId : encryption.audioKeyId;
  if (keyId === null) return [];
  const scheme = createElement('ContentProtection', {
    schemeIdUri: 'urn:mpeg:dash:mp4protection:2011',
    value: 'cbcs',
    'cenc:default_KID': formatUuid(keyId),
  });
  const systems = encryption.systems.flatMap((system) => {
    const found = encryption.pssh.find((entry) => entry.system === system && entry.kind === kind);
    return createSystemProtection(system, found?.data ?? null);
  });
  return [scheme, ...systems];
}

function createSystemProtection(system: System, pssh: string | null): Element[] {
  const box = pssh === null ? [] : [createElement('cenc:pssh', {}, pssh)];
  switch (system) {
    case 'widevine':
      return [createProtectionElement('edef8ba9-79d6-4ace-a3c8-27dcd51d21ed', 'Widevine', box)];
    case 'playready': {
      const object = pssh === null ? null : readPsshData(Buffer.from(pssh, 'base64'));
      const pro = object ? [createElement('mspr:pro', {}, object.toString('base64'))] : [];
      return [
        createProtectionElement('9a04f079-9840-4286-ab92-e65be0885f95', 'MSPR 2.0', [
          ...box,
          ...pro,
        ]),
      ];
    }
    case 'clearkey':
      // DASH-IF's own id, and the one whose box W3C's EME describes.
      return [
        createProtectionElement('e2719d58-a985-b3c9-781a-b030af78d30e', 'ClearKey1.0', []),
        createProtectionElement('1077efec-c0b2-4d02-ace3-3c1e52e2fb4b', 'cenc', box),
      ];
    case 'fairplay':
      return [];
  }
}

function createProtectionElement(systemId: string, value: string, content: Element[]): Element {
  return createElement(
    'ContentProtection',
    { schemeIdUri: `urn:uuid:${systemId}`, value },
    content,
  );
}

function formatUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
