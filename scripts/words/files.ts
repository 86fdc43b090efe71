import { featureFile, type Tree } from '../layout/source.ts';
import { flatten, type Messages } from './messages.ts';

/** Words that belong to no feature: of the console's frame, of the server, of the player. */
const SHARED = ['ui', 'nav', 'errors', 'problems', 'mails', 'systemNames', 'player'];
const LANGUAGES = ['en', 'th'] as const;

/** The words of one language by id: the name of the file, then the path in it. */
export function readMessages(tree: Tree, language: (typeof LANGUAGES)[number]) {
  const flat = wordFiles(tree).flatMap(({ path, folder, name }) =>
    folder === language ? [...flatten(JSON.parse(tree.get(path) ?? '') as Messages, name)] : [],
  );
  return new Map(flat);
}

/** Files below `i18n/` that no feature owns, or that one language lacks. */
export function findMisplacedFiles(tree: Tree): string[] {
  const owners = new Set([...SHARED, ...featuresOf(tree)]);
  return wordFiles(tree).flatMap(({ path, folder, name }) => {
    if (!LANGUAGES.some((language) => language === folder) || !owners.has(name)) {
      return `${path}: words lie in i18n/{en,th}/{feature}.json; what no feature owns is listed in scripts/words/files.ts`;
    }
    return LANGUAGES.map((language) => `i18n/${language}/${name}.json`)
      .filter((file) => !tree.has(file))
      .map((file) => `${file} is missing beside ${path}`);
  });
}

function wordFiles(tree: Tree): { path: string; folder: string; name: string }[] {
  return [...tree.keys()].flatMap((path) => {
    const [, folder, name] = /^i18n\/(?:(.+)\/)?([^/]+)\.json$/.exec(path) ?? [];
    if (name === undefined || path === 'i18n/package.json') return [];
    return { path, folder: folder ?? '', name };
  });
}

/** Ids name a folder in camel case: `overlayPresets` for `overlay-presets/`. */
function featuresOf(tree: Tree): string[] {
  return [...tree.keys()].flatMap((path) => {
    const feature = featureFile(path)?.feature;
    return feature
      ? [feature.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
      : [];
  });
}
