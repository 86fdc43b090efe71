import { z } from 'zod';
import {
  DRM_SERVICE_NAME_LETTERS,
  MAX_ENDPOINT_LETTERS,
  MAX_FAIRPLAY_FILE_LETTERS,
  PASSPHRASE_LETTERS,
  WIDEVINE_PROVIDER,
} from './bounds.ts';
import { FairplayHdcp, WidevineHdcp, WidevineLevel } from './drm-outputs.ts';
import { holdsBytes, isFairplayAsk } from './drm-secrets.ts';
import { PRINTABLE, text, Time } from './fields.ts';
import { checkEndpoint } from './key-server-endpoint.ts';

// Schemas of answers about a team's DRM services, and of their inputs.

const serviceName = z.string().describe('What the team calls its account with the maker');

export const FairplayService = z.object({
  isCertUploaded: z.literal(true),
  serviceName,
  hdcpType: FairplayHdcp,
  certificate: z.object({
    subject: z.string(),
    serialNumber: z.string(),
    expiresAt: Time,
    bits: z.int(),
  }),
});

export const WidevineService = z.object({
  serviceName,
  provider: z.string(),
  licenseUrl: z.string(),
  emeLevel: WidevineLevel,
  hdcp: WidevineHdcp,
  defaultPreviewDrmKeyPairId: z
    .null()
    .describe('Always null: the installation’s own key signs what the console previews'),
});

export const PlayreadyService = z.object({ serviceName, licenseUrl: z.string() });

function checked(
  field: z.ZodString,
  isRight: (given: string) => boolean,
  code: string,
  message: string,
) {
  return field.refine(isRight, { message, params: { code } });
}

/** `http:` is taken only where the installation allows private networks. Code: `invalid_endpoint`. */
const licenseUrl = checked(
  z.string().trim().min(1).max(MAX_ENDPOINT_LETTERS),
  (typed) => checkEndpoint(typed) === null,
  ...(['invalid_endpoint', 'Not an https: address'] as const),
).meta({ examples: ['https://licences.example.com/widevine'] });

const named = { serviceName: text(DRM_SERVICE_NAME_LETTERS) };

/** Codes of the server: `private_key_as_certificate`, `not_a_certificate`, `certificate_expired`, … */
const fairplaySecrets = {
  certificate: z
    .string()
    .min(1)
    .max(MAX_FAIRPLAY_FILE_LETTERS)
    .describe('X.509 in PEM, or DER in base64: RSA of 1024 or 2048 bits, exponent 65537'),
  privateKey: z
    .string()
    .min(1)
    .max(MAX_FAIRPLAY_FILE_LETTERS)
    .describe('The certificate’s, in PEM: PKCS #1 or PKCS #8, encrypted or not'),
  ask: checked(
    z.string().trim().min(1).max(64),
    isFairplayAsk,
    ...(['invalid_ask', 'Not 32 hexadecimal digits'] as const),
  )
    .meta({ examples: ['00112233445566778899aabbccddeeff'] })
    .describe('The application secret key: 32 hexadecimal digits'),
};

const fairplayOthers = {
  ...named,
  hdcpType: FairplayHdcp,
  privateKeyPassphrase: z.string().max(PASSPHRASE_LETTERS.max).regex(PRINTABLE).optional(),
};

/** All three or none: the key is the certificate’s, and Apple gives an ASk with each certificate. */
export const fairplayInput = { ...fairplayOthers, ...fairplaySecrets };
export const fairplayChange = {
  ...fairplayOthers,
  ...z.object(fairplaySecrets).partial().shape,
};

const widevineSecrets = {
  signingKey: checked(
    z.string().trim().min(1).max(128),
    (typed) => holdsBytes(typed, 32),
    ...(['invalid_signing_key', 'Not 32 bytes'] as const),
  )
    .meta({ examples: ['00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'] })
    .describe('32 bytes, in hexadecimal or base64'),
  signingIv: checked(
    z.string().trim().min(1).max(128),
    (typed) => holdsBytes(typed, 16),
    ...(['invalid_signing_iv', 'Not 16 bytes'] as const),
  )
    .meta({ examples: ['00112233445566778899aabbccddeeff'] })
    .describe('16 bytes, in hexadecimal or base64'),
};

const widevineOthers = {
  ...named,
  licenseUrl,
  emeLevel: WidevineLevel,
  hdcp: WidevineHdcp,
  provider: z
    .string()
    .trim()
    .max(64)
    .regex(WIDEVINE_PROVIDER)
    .meta({ examples: ['example_media'] }),
};

export const widevineInput = { ...widevineOthers, ...widevineSecrets };
export const widevineChange = { ...widevineOthers, ...z.object(widevineSecrets).partial().shape };

export const playreadyInput = {
  ...named,
  licenseUrl,
  secret: checked(
    z.string().trim().min(1).max(128),
    (typed) => holdsBytes(typed, 32),
    ...(['invalid_playready_secret', 'Not 32 bytes'] as const),
  )
    .meta({ examples: ['00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'] })
    .describe('32 bytes, in hexadecimal or base64')
    .optional(),
};
