import type { Node } from 'oxc-parser';
import { findImports } from './imports.ts';
import { isShipped, type Rule } from './source.ts';
import { faultsWhere, textOf } from './syntax.ts';

/** Only addresses below a stream and of its licences, and storage keys of its files, consist of these. */
const PART =
  /(^|\/)(streams|licenses)\/|\/(embed|watch)\/|[\w}$]\.(m3u8|mpd|m4s)\b|init\.mp4|\}p\.mp4|(cover|storyboard)-[}$]|(^|[/}])(cover\.jpg|storyboard\.(json|vtt))/;
const HINT = /(streams|licenses)\/|\/(embed|watch)\/|m3u8|mpd|m4s|\.mp4|cover|storyboard/;
/** The writer, the readers, which are tested to be its inverse, and the package for customers' servers. */
const MAY_KNOW = new Set([
  'manifests/src/addresses.ts',
  'manifests/src/parse-address.ts',
  'edge/src/target.ts',
  'sign/src/sign-address.ts',
]);
/** Stored files have the same names, and no viewer sees their keys; the last are a cage's own files. */
const STORED =
  /^(contract\/src\/stream\.ts|server\/src\/features\/(encoding|drm)\/|edge\/src\/test-edge\.ts|media\/)/;
const READS_STORED = /^edge\/src\/(manifests|stored-objects|segment-waits)\.ts$/;

/** An address that is put together elsewhere would be left without what a signature adds to it. */
export const addressesHaveOneWriter: Rule = (tree) => {
  const message =
    'addresses below a stream are written by manifests/src/addresses.ts, which adds what a signature needs';
  const written = faultsWhere(
    tree,
    // Most files need no syntax tree then.
    (path, text) => HINT.test(text) && !MAY_KNOW.has(path) && !STORED.test(path),
    (node) => PART.test(wholeText(node)),
    message,
  );
  const ofKeys = findImports(tree)
    .filter(({ from, names }) => isShipped(from) && names.includes('getStreamPrefix'))
    .filter(({ from }) => !STORED.test(from) && !READS_STORED.test(from))
    .map(({ from, line }) => ({ path: from, line, message }));
  return [...written, ...ofKeys];
};

/** The text of a string or a template, with a brace for each hole. */
function wholeText(node: Node): string {
  if (node.type !== 'TemplateLiteral') return textOf(node) ?? '';
  return node.quasis.map(({ value }) => value.cooked).join('}');
}
