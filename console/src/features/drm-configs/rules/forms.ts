import { WIDEVINE_PROVIDER } from '@kinora/contract/bounds';
import { holdsBytes, isFairplayAsk } from '@kinora/contract/drm-secrets';
import type { FairplayHdcp, WidevineHdcp } from '@kinora/contract/drm-outputs';
import { checkEndpoint } from '@kinora/contract/key-server-endpoint';

/** A file as it is sent: PEM as it is, DER in base64. */
export type ReadFile = { name: string; text: string };

/** A certificate in DER begins so (X.690 §8.9): a sequence. */
const SEQUENCE = 0x30;
/** Twice what a certificate of RSA takes. */
export const MAX_FILE_BYTES = 7000;

export async function readFile(file: File): Promise<ReadFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isDer = bytes[0] === SEQUENCE && bytes.some((byte) => byte > 0x7e || byte < 0x09);
  const text = isDer
    ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    : new TextDecoder().decode(bytes);
  return { name: file.name, text };
}

export type FairplayForm = {
  serviceName: string;
  hdcpType: FairplayHdcp;
  certificate: ReadFile | null;
  privateKey: ReadFile | null;
  privateKeyPassphrase: string;
  ask: string;
};

export type WidevineForm = {
  serviceName: string;
  provider: string;
  licenseUrl: string;
  signingKey: string;
  signingIv: string;
  emeLevel: '1' | '2' | '3' | '4' | '5';
  hdcp: WidevineHdcp;
};

export type PlayreadyForm = { serviceName: string; licenseUrl: string; secret: string };

/** `drmConfigs.problems.{problem}`; one that waits is shown once the field was left. */
export type Problem =
  | 'required'
  | 'invalidAsk'
  | 'together'
  | 'provider'
  | 'url'
  | 'bytes32'
  | 'bytes16';
type Problems<Form> = { [Field in keyof Form]?: Problem | undefined };

/** @param isNew nothing is stored, so that nothing may stay as it is */
export function checkFairplay(form: FairplayForm, isNew: boolean): Problems<FairplayForm> {
  const ask = form.ask.trim();
  const given = [form.certificate !== null, form.privateKey !== null, ask !== ''];
  const missing = isNew ? 'required' : given.some(Boolean) ? 'together' : undefined;
  return {
    serviceName: form.serviceName.trim() === '' ? 'required' : undefined,
    certificate: form.certificate === null ? missing : undefined,
    privateKey: form.privateKey === null ? missing : undefined,
    ask: ask === '' ? missing : isFairplayAsk(ask) ? undefined : 'invalidAsk',
  };
}

export function checkWidevine(form: WidevineForm, isNew: boolean): Problems<WidevineForm> {
  const provider = form.provider.trim();
  return {
    serviceName: form.serviceName.trim() === '' ? 'required' : undefined,
    provider:
      provider === '' ? 'required' : WIDEVINE_PROVIDER.test(provider) ? undefined : 'provider',
    licenseUrl: checkUrl(form.licenseUrl),
    signingKey: checkBytes(form.signingKey, 32, isNew),
    signingIv: checkBytes(form.signingIv, 16, isNew),
  };
}

export function checkPlayready(form: PlayreadyForm): Problems<PlayreadyForm> {
  return {
    serviceName: form.serviceName.trim() === '' ? 'required' : undefined,
    licenseUrl: checkUrl(form.licenseUrl),
    secret: checkBytes(form.secret, 32, false),
  };
}

function checkUrl(typed: string): Problem | undefined {
  if (typed.trim() === '') return 'required';
  return checkEndpoint(typed.trim()) === null ? undefined : 'url';
}

function checkBytes(typed: string, count: 16 | 32, isNeeded: boolean): Problem | undefined {
  const text = typed.trim();
  if (text === '') return isNeeded ? 'required' : undefined;
  return holdsBytes(text, count) ? undefined : `bytes${count}`;
}
