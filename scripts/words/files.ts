import { featureFile, type Tree } from '../layout/source.ts';
import { flatten, type Messages } from './messages.ts';

/** Words that belong to no feature: of the console's frame, of the server, of the player. */
const SHARED = [
  'ui',
  'nav',
  'errors',
  'problems',
  'mails',
  'systemNames',
  'player',
  'ads',
  'watch',
];
const LANGUAGES = ['en', 'th'] as const;

/** The words of one language by id: the feature that the file is named after, then the path in it. */
export function readMessages(tree: Tree, language: (typeof LANGUAGES)[number]) {
  const flat = wordFiles(tree).flatMap(({ path, folder, name }) =>
    folder === language
      ? [...flatten(JSON.parse(tree.get(path) ?? '') as Messages, ownerOf(name))]
      : [],
  );
  return new Map(flat);
}

/** Files below `i18n/` that no feature owns, or that one language lacks. */
export function findMisplacedFiles(tree: Tree): string[] {
  const owners = new Set([...SHARED, ...featuresOf(tree)]);
  return wordFiles(tree).flatMap(({ path, folder, name }) => {
    if (!LANGUAGES.some((language) => language === folder) || !owners.has(ownerOf(name))) {
      return `${path}: words lie in i18n/{en,th}/{feature}.json, or {feature}.{part}.json; what no feature owns is listed in scripts/words/files.ts`;
    }
    return LANGUAGES.map((language) => `i18n/${language}/${name}.json`)
      .filter((file) => !tree.has(file))
      .map((file) => `${file} is missing beside ${path}`);
  });
}

/** `videos.detail` holds the words of `videos` that some of its pages alone say. */
const ownerOf = (name: string): string => name.split('.')[0] ?? '';

/** The file that holds a word, or a group of them, by the beginning of its id. */
export function fileOf(tree: Tree): (id: string) => string {
  const groups = new Map<string, string>();
  for (const { path, folder, name } of wordFiles(tree)) {
    if (folder !== 'en' || name === ownerOf(name)) continue;
    for (const group of Object.keys(JSON.parse(tree.get(path) ?? '') as Messages)) {
      groups.set(`${ownerOf(name)}.${group}`, name);
    }
  }
  return (id) => groups.get(id.split('.').slice(0, 2).join('.')) ?? ownerOf(id);
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
