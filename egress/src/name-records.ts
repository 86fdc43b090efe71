import { Resolver } from 'node:dns/promises';
import { EgressError } from './egress.ts';

export type NameRecordsOptions = {
  /** Addresses of name servers, with a port where it isn't 53; empty: those of the system. */
  servers: readonly string[];
};

/** Looks up what the owner of a name has entered there. An absent name has no records. */
export type NameRecords = {
  /** The texts of TXT records, each in one piece. @throws EgressError unreachable */
  findTexts: (name: string) => Promise<string[]>;
  /** The name that it is an alias of (CNAME), in lower case; null for none. @throws EgressError unreachable */
  findAlias: (name: string) => Promise<string | null>;
};

const TIMEOUT_MS = 2000;
const TRIES = 2;

export function openNameRecords({ servers }: NameRecordsOptions): NameRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async findTexts(name) {
      const records = await orNone(resolver.resolveTxt(name));
      return records.map((parts) => parts.join(''));
    },
    async findAlias(name) {
      const [alias] = await orNone(resolver.resolveCname(name));
      return alias?.toLowerCase().replace(/\.$/, '') ?? null;
    },
  };
}

async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new EgressError('unreachable', 'no name server answered', { cause });
  }
}
