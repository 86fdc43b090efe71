/** One XML element, in lines that are indented by their depth. */
export type Element = string[];

/** Attributes that are undefined are left out. Values and text are escaped. */
export function createElement(
  name: string,
  attributes: Record<string, string | number | boolean | undefined>,
  content: Element[] | string = [],
): Element {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  if (typeof content === 'string') return [`<${name}${written}>${escapeXml(content)}</${name}>`];
  if (content.length === 0) return [`<${name}${written}/>`];
  return [`<${name}${written}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 §2.2: most control characters can't be in a document at all, not even escaped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]+/g, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
