import { accessSync, constants } from 'node:fs';
import { isIP, SocketAddress } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { isGuessable } from './guessable.ts';
import { readSecretKey } from './secret-key.ts';
import type { Pooling } from './tenant.ts';

export const roles = ['api', 'worker', 'edge'] as const;
export type Role = (typeof roles)[number];

const logFormats = ['json', 'text'] as const;
/** `text`: short lines for a person. */
export type LogFormat = (typeof logFormats)[number];

export type Config = {
  roles: Role[];
  host: string;
  port: number;
  edgePort: number;
  /** Origin of the console, without a slash at the end. */
  publicUrl: string;
  /** Origin of the first channel's playback domain, without a slash at the end. */
  edgeUrl: string;
  /** Origin at which edges reach the API, without a slash at the end. */
  apiUrl: string;
  /** An absolute path. */
  dataDir: string;
  storageUrl: string;
  /** `transaction`: what `DATABASE_URL` leads to is a proxy that pools by transaction. */
  databasePooling: Pooling;
  team: string | null;
  adminEmail: string | null;
  /** Screens that ask people to contact support point there. */
  supportEmail: string | null;
  isSampleWanted: boolean;
  /** Pieces that a worker makes at once; null: one for each core. */
  workerSlots: number | null;
  /** CIDR ranges. */
  trustedProxies: string[];
  /** The path of a socket at which an nginx before the edge comes; null where there is none. */
  nginxSocket: string | null;
  /** Path of an .mmdb file that tells the countries of addresses; null: the packaged one. */
  geoDatabase: string | null;
  allowPrivateNetworks: string[];
  /** Name servers that are asked for a domain's records; empty uses those of the system. */
  dnsServers: string[];
  /** Workers start although no cage for ffmpeg works on this machine. */
  allowsNoSandbox: boolean;
  /** They are never logged and never answered. */
  secrets: {
    secretKey: string;
    adminPassword: string | null;
    /** Null: the embedded PostgreSQL. */
    databaseUrl: string | null;
    /** Null: mails are kept in the outbox. */
    smtpUrl: string | null;
    /** The AWS variables that S3 storage takes its credentials from. */
    storageEnv: Record<string, string>;
  };
};

/** A setting that is wrong; the message names it and is for the operator's eyes. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The first account has this address, unless the settings name another. */
export const DEFAULT_ADMIN_EMAIL = 'admin@localhost';

const Port = z.coerce.number('must be a port number').int().min(0).max(65_535);

const Origin = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .refine((url) => isBareOrigin(url), 'must have no path, query or user, like https://kinora.test')
  .transform((url) => new URL(url).origin);

const List = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const CidrList = List.refine(
  (list) => list.every(isCidr),
  'must be a list like 10.0.0.0/8,fd00::/8',
);

const NameServers = List.refine(
  (list) => list.every(isNameServer),
  'must be a list like 192.0.2.53,192.0.2.54:5353,[2001:db8::53]:5353',
);

const Roles = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(roles, `must be a list of ${roles.join(', ')}`)).min(1))
  .transform((list) => roles.filter((role) => list.includes(role)));

const Flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');

function address(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be an address like ${example}` });
}

// admin@localhost is the default: a host without a dot is fine here.
const EmailAddress = z
  .string()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');

const EachSetting = z.object({
  PORT: Port.default(8080),
  EDGE_PORT: Port.default(8081),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: Origin.optional(),
  EDGE_URL: Origin.optional(),
  API_URL: Origin.optional(),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  DATABASE_POOLING: z
    .enum(['session', 'transaction'], 'must be session or transaction')
    .default('session'),
  STORAGE_URL: address(/^(file|s3)$/, 'file:///srv/kinora or s3://bucket/prefix').optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  SECRET_KEY: z
    .string()
    .min(32, 'must have 32 characters or more')
    .refine((key) => !isGuessable(key), 'must be random, such as what openssl rand -hex 32 prints')
    .optional(),
  ADMIN_EMAIL: EmailAddress.toLowerCase().optional(),
  SUPPORT_EMAIL: EmailAddress.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have 8 characters or more').max(256).optional(),
  TEAM: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'must be 2 to 63 of a-z, 0-9 and -')
    .optional(),
  SAMPLE: Flag.default(true),
  WORKER_SLOTS: z.coerce.number('must be a number').int().min(1).max(256).optional(),
  TRUSTED_PROXIES: CidrList.default([]),
  GEO_DATABASE: z
    .string()
    .refine((path) => isReadable(path), 'must be the path of a file that can be read')
    .optional(),
  // Longer ones are no names of sockets (unix(7)).
  NGINX_SOCKET: z
    .string()
    .refine((path) => resolve(path).length <= 100, 'must be a path of 100 letters at most')
    .optional(),
  ROLES: Roles.default([...roles]),
  ALLOW_PRIVATE_NETWORKS: CidrList.default([]),
  DNS_SERVERS: NameServers.default([]),
  ALLOW_NO_SANDBOX: Flag.default(false),
  LOG_FORMAT: z.enum(logFormats, `must be ${logFormats.join(' or ')}`).optional(),
});

/** Every variable that is read, besides those that begin with AWS_. */
export const settingNames: readonly string[] = Object.keys(EachSetting.shape);

const Settings = EachSetting.refine(
  ({ ADMIN_PASSWORD, ADMIN_EMAIL = DEFAULT_ADMIN_EMAIL }) =>
    ADMIN_PASSWORD === undefined || !isGuessable(ADMIN_PASSWORD, ADMIN_EMAIL),
  { path: ['ADMIN_PASSWORD'], error: 'is one of those that are tried first' },
);

/**
 * The settings of this process, from the environment and nothing else. An empty variable counts
 * as unset. The master key is read from DATA_DIR, or made there, when SECRET_KEY is unset.
 *
 * @throws ConfigError naming every variable that is wrong, never its value
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ path, message }) => `${path[0]?.toString()} ${message}`,
    );
    throw new ConfigError(lines.join('\n'));
  }
  const settings = parsed.data;
  const dataDir = resolve(settings.DATA_DIR);
  const storageEnv = Object.entries(given).filter(([name]) => name.startsWith('AWS_'));
  return {
    roles: settings.ROLES,
    host: settings.HOST,
    port: settings.PORT,
    edgePort: settings.EDGE_PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    edgeUrl: settings.EDGE_URL ?? `http://localhost:${settings.EDGE_PORT}`,
    apiUrl: settings.API_URL ?? `http://${toReachableHost(settings.HOST)}:${settings.PORT}`,
    dataDir,
    storageUrl: settings.STORAGE_URL ?? pathToFileURL(join(dataDir, 'objects')).href,
    databasePooling: settings.DATABASE_POOLING,
    team: settings.TEAM ?? null,
    adminEmail: settings.ADMIN_EMAIL ?? null,
    supportEmail: settings.SUPPORT_EMAIL ?? null,
    isSampleWanted: settings.SAMPLE,
    workerSlots: settings.WORKER_SLOTS ?? null,
    trustedProxies: settings.TRUSTED_PROXIES,
    nginxSocket: settings.NGINX_SOCKET === undefined ? null : resolve(settings.NGINX_SOCKET),
    geoDatabase: settings.GEO_DATABASE === undefined ? null : resolve(settings.GEO_DATABASE),
    allowPrivateNetworks: settings.ALLOW_PRIVATE_NETWORKS,
    dnsServers: settings.DNS_SERVERS,
    allowsNoSandbox: settings.ALLOW_NO_SANDBOX,
    secrets: {
      secretKey: settings.SECRET_KEY ?? readSecretKey(dataDir),
      adminPassword: settings.ADMIN_PASSWORD ?? null,
      databaseUrl: settings.DATABASE_URL ?? null,
      smtpUrl: settings.SMTP_URL ?? null,
      storageEnv: Object.fromEntries(storageEnv) as Record<string, string>,
    },
  };
}

/** The settings of one of the supervisor's processes, with the database that it found or started. */
export function readRoleConfig(databaseUrl: string | null): Config {
  return readConfig({ ...process.env, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
}

/**
 * Answers are parsed against the contract in tests and development, so that it can't lie; with
 * NODE_ENV=production, which `npm start` sets, that time is saved.
 */
export function areAnswersChecked(): boolean {
  return process.env['NODE_ENV'] !== 'production';
}

/** How this process writes its log; a value that is none stops the start elsewhere (`readConfig`). */
export function getLogFormat(): LogFormat {
  const given = logFormats.find((format) => format === process.env['LOG_FORMAT']);
  return given ?? (process.stdout.isTTY ? 'text' : 'json');
}

/** Address of the server that a run of tests shares; null when a test file runs alone. */
export function readTestDatabaseUrl(): string | null {
  return process.env['TEST_DATABASE_URL'] || null;
}

/** The host part of an address at which this machine reaches a server that listens on `host`. */
export function toReachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, pathname, search, hash } = new URL(text);
  return !username && pathname === '/' && !search && !hash;
}

function isNameServer(text: string): boolean {
  const hasPort = /^[\d.:[\]a-f]+:\d+$/i.test(text);
  return isIP(text) !== 0 || (hasPort && SocketAddress.parse(text) !== undefined);
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Points `os.tmpdir()` to a folder, for all of this process. @returns a function that undoes it */
export function setTemporaryFolder(folder: string): () => void {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  };
}
