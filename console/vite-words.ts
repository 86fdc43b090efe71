import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Words = { [key: string]: string | Words };

/** Other apps say these. */
const OF_OTHERS = new Set(['player', 'problems', 'mails', 'samples', 'systemNames', 'watch']);
const ALL = fileURLToPath(new URL('../i18n', import.meta.url));

type WordFile = { id: string; lang: string; section: string; code: string };

const files: WordFile[] = ['th', 'en'].flatMap((lang) =>
  globSync(`${ALL}/${lang}/*.json`)
    .toSorted()
    .map((id) => ({ id, lang, section: basename(id, '.json'), code: readFileSync(id, 'utf8') }))
    .filter(({ section }) => !OF_OTHERS.has(section)),
);

function compiled(words: Words): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compiled(value),
    ]),
  );
}

function toBuilt(code: string, id: string): string {
  const joined = joinLoanwords(code);
  return id.endsWith('/player.json')
    ? joined
    : JSON.stringify(compiled(JSON.parse(joined) as Words));
}

const hash = createHash('sha256');
for (const { id, code } of files) hash.update(`${id.slice(ALL.length)}\0${toBuilt(code, id)}\0`);

/**
 * The folder of the built words, named after all of them: an address follows from a language and a
 * section (`base/i18n/messages.ts`), so that no page has a list of files.
 */
const WORDS_FOLDER = `assets/words-${hash.digest('base64url').slice(0, 8)}`;

/**
 * Parses the ICU messages of `i18n/` while building, so that pages carry no parser, and joins the
 * loanwords in them. The player's are plain texts, which it reads as they are.
 *
 * @param isWritten whether this build writes the files; another one may have
 */
export function words({ isWritten }: { isWritten: boolean }): Plugin {
  let isServed = false;
  return {
    name: 'kinora-words',
    enforce: 'pre',
    config(_config, { command }) {
      isServed = command === 'serve';
      return {
        define: { KINORA_WORDS: JSON.stringify(`/${WORDS_FOLDER}`) },
        json: { namedExports: false },
      };
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, lang, file] =
          /^\/assets\/words-[\w-]+\/(\w+)\/([\w.]+)\.js/.exec(request.url ?? '') ?? [];
        if (file !== undefined) request.url = `/@fs${ALL}/${lang}/${file}.json?import`;
        next();
      });
    },
    buildStart() {
      if (!isWritten || isServed) return;
      for (const { id, lang, section } of files) {
        const fileName = `${WORDS_FOLDER}/${lang}/${section}.js`;
        this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' });
      }
    },
    transform: {
      filter: { id: /\/i18n\/(en|th)\/[\w.]+\.json$/ },
      handler: (code, id) => ({ code: toBuilt(code, id), map: null }),
    },
  };
}
