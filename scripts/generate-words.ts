// Writes i18n/generated/words.ts from the names of the files of words; `--check` compares.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../i18n/', import.meta.url);
const file = new URL('generated/words.ts', folder);
const names = (await readdir(new URL('en/', folder)))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .toSorted();

/** `videos.detail` belongs to `videos`, with which its words begin. */
const byOwner = Map.groupBy(names, (name) => name.split('.')[0] ?? name);

/** `videosDetail` */
const nameType = (name: string) =>
  name.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase());

const text = `// Written by \`npm run generate\` from the files in \`i18n/en/\`.
${names.map((name) => `import type ${nameType(name)} from '../en/${name}.json';`).join('\n')}

/** Every word in English, by the first part of its id: the beginning of its file's name. */
export type Words = {
${[...byOwner].map(([owner, own]) => `  ${owner}: ${own.map((name) => `typeof ${nameType(name)}`).join(' & ')};`).join('\n')}
};

/** A file holds the words of a feature, or those that some of its pages alone say. */
export type WordFile =
${names.map((name) => `  | '${name}'`).join('\n')};
`;

if (!process.argv.includes('--check')) {
  await mkdir(new URL('generated/', folder), { recursive: true });
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('words.ts does not match the files of words: run npm run generate.');
  process.exitCode = 1;
}
