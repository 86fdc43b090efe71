import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startNameServer } from '@kinora/egress/test-name-server';
import type { Browser } from 'playwright-core';
import { afterAllFiles } from './after-all-files.ts';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

const TEAMS = fileURLToPath(new URL('../../server/src/test-teams.ts', import.meta.url));

type Shared = {
  product: Product;
  browser: Browser;
  /** TXT records of domains, as their owners enter them. */
  texts: Record<string, string[]>;
  /** A team, or a member of one. */
  add: (asked: object) => Promise<void>;
};

type Account = { email: string; password: string };

type Joined = Omit<Shared, 'add'> & {
  /** Another team beside the file's own, with that admin. */
  addSecondTeam: (admin: Account) => Promise<string>;
  /** Makes a person a member, with an account if there is none yet. */
  addMember: (team: string, person: Account, role: 'admin' | 'manager' | 'user') => Promise<void>;
};

let starting: Promise<Shared> | undefined;
let teams = 0;

/**
 * Returns the product and browser that all files in this process share, for a new team with its own admin and
 * playback domain. Both end with the process.
 */
export async function joinProduct(): Promise<Joined> {
  starting ??= start();
  const { product, browser, texts, add } = await starting;
  teams += 1;
  const team = `studio${teams}`;
  const admin = { ...product.admin, email: `nok-${teams}@example.com` };
  const { edgeUrl } = product;
  await add({ namespace: team, ...admin, edgeUrl });
  const own = { team, admin, edgeUrl: edgeUrl.replace('localhost', `${team}.localhost`) };
  const addSecondTeam: Joined['addSecondTeam'] = async (person) => {
    const namespace = `${team}-second`;
    await add({ namespace, ...person, edgeUrl });
    return namespace;
  };
  const addMember: Joined['addMember'] = (namespace, person, role) =>
    add({ namespace, ...person, role });
  return { product: { ...product, ...own }, browser, texts, addSecondTeam, addMember };
}

async function start(): Promise<Shared> {
  const opening = openBrowser();
  const texts: Shared['texts'] = {};
  const names = await startNameServer({}, { texts });
  const database = await openDatabase();
  const env = { DATABASE_URL: database.url, DNS_SERVERS: names.address };
  const [product, browser] = await Promise.all([startProduct(env), opening]);
  afterAllFiles(async () => {
    await browser.close();
    await product.stop();
    await database.stop();
    names.close();
  });
  return { product, browser, texts, add: database.add };
}

async function openDatabase() {
  const child = fork(TEAMS, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const ask = async (message?: object): Promise<{ url?: string }> => {
    const answer = once(child, 'message') as Promise<[{ url?: string }]>;
    if (message) child.send(message);
    const said = await Promise.race([answer.then(([one]) => one), ended.then(() => null)]);
    if (said === null) throw new Error('the database ended; it says why above');
    return said;
  };
  const { url = '' } = await ask();
  return {
    url,
    add: async (asked: object) => void (await ask(asked)),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
