import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readTree } from './layout/source.ts';
import { compareLanguages, flatten, type Messages } from './words/messages.ts';
import { findUnknownKeys, findUnusedKeys } from './words/usage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function readMessages(language: 'en' | 'th'): Promise<Map<string, string>> {
  const text = await readFile(`${root}/i18n/${language}.json`, 'utf8');
  return flatten(JSON.parse(text) as Messages);
}

const [en, th, tree] = await Promise.all([readMessages('en'), readMessages('th'), readTree(root)]);
const keys = new Set(en.keys());
const faults = [
  ...compareLanguages(en, th),
  ...findUnknownKeys(tree, keys),
  ...findUnusedKeys(tree, keys).map((key) => `en.json: nothing uses ${key}`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
