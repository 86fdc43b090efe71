import { listContentKeys } from './content-keys.ts';
import type { StreamDescription, StreamEncryption } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { createCommonPssh, findPssh, readPsshData } from './pssh.ts';
import { createElement, type Element } from './xml.ts';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;
type System = Cbcs['systems'][number];

/**
 * The ContentProtection elements of a set (ISO/IEC 23009-1 §5.8.4.1, ISO/IEC 23001-7 §11.2): the
 * scheme with its key, then each system. None when its tracks are clear. FairPlay is not among them:
 * its players read HLS.
 */
export function createContentProtection(
  stream: StreamDescription,
  keyId: string | null,
  { licence }: Pick<Addresses, 'licence'>,
): Element[] {
  const { encryption } = stream;
  if (encryption?.method !== 'cbcs' || keyId === null) return [];
  const scheme = createElement('ContentProtection', {
    schemeIdUri: 'urn:mpeg:dash:mp4protection:2011',
    value: 'cbcs',
    'cenc:default_KID': formatUuid(keyId),
  });
  const systems = encryption.systems.flatMap((system) =>
    system === 'clearkey'
      ? createClearKeyProtection([...listContentKeys(stream).keys()], licence(system))
      : createSystemProtection(system, findPssh(encryption, system, keyId) ?? null, licence),
  );
  return [scheme, ...systems];
}

/**
 * DASH-IF's own id with the address of licences (DASH-IF IOP 4.3 §7.6.2.4), and the one whose box W3C's
 * EME describes. The box is the same in all sets and names all keys: one request asks for them, and its
 * answer says which of them the viewer may have.
 */
function createClearKeyProtection(keyIds: string[], licence: string | null): Element[] {
  const box = createElement('cenc:pssh', {}, createCommonPssh(keyIds).toString('base64'));
  const address = createLicenceElement(licence);
  return [
    createProtectionElement('e2719d58-a985-b3c9-781a-b030af78d30e', 'ClearKey1.0', [
      box,
      ...address,
    ]),
    createProtectionElement('1077efec-c0b2-4d02-ace3-3c1e52e2fb4b', 'cenc', [box]),
  ];
}

/** A system without an address is one that players need not ask. */
function createLicenceElement(licence: string | null): Element[] {
  if (licence === null) return [];
  const attributes = { 'xmlns:dashif': 'https://dashif.org/CPS', licenseType: 'EME-1.0' };
  return [createElement('dashif:Laurl', attributes, licence)];
}

function createSystemProtection(
  system: Exclude<System, 'clearkey'>,
  pssh: string | null,
  licence: Addresses['licence'],
): Element[] {
  const box = pssh === null ? [] : [createElement('cenc:pssh', {}, pssh)];
  const address = createLicenceElement(licence(system));
  switch (system) {
    case 'widevine':
      return [
        createProtectionElement('edef8ba9-79d6-4ace-a3c8-27dcd51d21ed', 'Widevine', [
          ...box,
          ...address,
        ]),
      ];
    case 'playready': {
      const object = pssh === null ? null : readPsshData(Buffer.from(pssh, 'base64'));
      const pro = object ? [createElement('mspr:pro', {}, object.toString('base64'))] : [];
      return [
        createProtectionElement('9a04f079-9840-4286-ab92-e65be0885f95', 'MSPR 2.0', [
          ...box,
          ...pro,
          ...address,
        ]),
      ];
    }
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
