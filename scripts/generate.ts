import { readFile, writeFile } from 'node:fs/promises';
import { routesJson } from './generate-routes.ts';

/** Every committed file that is made from others, and the text it should hold. */
const generated: ReadonlyArray<{ file: string; text: () => string | Promise<string> }> = [
  { file: 'contract/generated/routes.json', text: routesJson },
];

/** Writes the generated files; with `--check` only names those that are out of date. */
for (const { file, text } of generated) {
  const url = new URL(`../${file}`, import.meta.url);
  const wanted = await text();
  if (!process.argv.includes('--check')) {
    await writeFile(url, wanted);
  } else if ((await readFile(url, 'utf8')) !== wanted) {
    console.error(`${file} is out of date: run "npm run generate" and commit it.`);
    process.exitCode = 1;
  }
}
