import type { StreamDescription, StreamEncryption } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { findPssh, readPsshData } from './pssh.ts';
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
      ? createClearKeyProtection(licence(system))
      : createSystemProtection(system, findPssh(encryption, system, keyId) ?? null, licence),
  );
  return [scheme, ...systems];
}

/**
 * DASH-IF IOP 4.3 §7.6.2.4: the address of licences, beside the key of the scheme, and no box. dash.js sends
 * a box as if it were the list of keys that a request holds.
 */
function createClearKeyProtection(licence: string | null): Element[] {
  const address = createLicenceElement(licence);
  return [createProtectionElement('e2719d58-a985-b3c9-781a-b030af78d30e', 'ClearKey1.0', address)];
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
