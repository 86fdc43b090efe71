/** A node of Shaka Player's own parser. */
export type XmlNode = {
  tagName: string;
  attributes: Record<string, string>;
  children?: (XmlNode | string)[];
  parent?: XmlNode | null;
};

/** DASH-IF's id of ClearKey. */
const CLEAR_KEY = 'urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e';

/**
 * Has one licence hold the keys of all sets of an MPD: Shaka Player requests one for each initialization
 * data, which it makes of a set's own key unless the set has a box.
 */
export function addClearKeyBoxes(mpd: XmlNode): void {
  const protections = listProtections(mpd);
  const keyIds = protections.flatMap(({ attributes }) => attributes['cenc:default_KID'] ?? []);
  if (keyIds.length === 0) return;
  const box = createCommonBox([...new Set(keyIds)].map((id) => id.replaceAll('-', '')));
  for (const node of protections) {
    if (node.attributes['schemeIdUri']?.toLowerCase() !== CLEAR_KEY) continue;
    node.children = [
      ...(node.children ?? []),
      { tagName: 'cenc:pssh', attributes: {}, children: [box], parent: node },
    ];
  }
}

function listProtections(node: XmlNode): XmlNode[] {
  const own = node.tagName === 'ContentProtection' ? [node] : [];
  const below = (node.children ?? []).filter((child) => typeof child !== 'string');
  return [...own, ...below.flatMap(listProtections)];
}

/**
 * Writes the common `pssh` box, version 1, in base64 (ISO/IEC 23001-7 §8.1; W3C's EME registry of
 * initialization data formats).
 *
 * @param keyIds 32 hexadecimal digits each
 */
function createCommonBox(keyIds: readonly string[]): string {
  const toHex = (value: number) => value.toString(16).padStart(8, '0');
  const sizeBytes = 36 + 16 * keyIds.length;
  const hex = [
    toHex(sizeBytes),
    '70737368', // pssh
    '01000000',
    '1077efecc0b24d02ace33c1e52e2fb4b',
    toHex(keyIds.length),
    ...keyIds,
    toHex(0),
  ].join('');
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes));
}
