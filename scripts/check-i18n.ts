import { fileURLToPath } from 'node:url';
import { readTree } from './layout/source.ts';
import { findMisplacedFiles, readMessages } from './words/files.ts';
import { compareLanguages } from './words/messages.ts';
import { findMisloadedWords } from './words/sections.ts';
import { findUnknownKeys, findUnusedKeys } from './words/usage.ts';

const tree = await readTree(fileURLToPath(new URL('..', import.meta.url)));
const en = readMessages(tree, 'en');
const keys = new Set(en.keys());
const faults = [
  ...findMisplacedFiles(tree),
  ...compareLanguages(en, readMessages(tree, 'th')),
  ...findUnknownKeys(tree, keys),
  ...findMisloadedWords(tree),
  ...findUnusedKeys(tree, keys).map((key) => `nothing uses ${key}`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
