/** A form tells of no more fields than this. */
const MAX_FOUND = 20;

/**
 * Lists texts that PostgreSQL can't keep, with U+0000 or half a surrogate pair, in the names and values of an
 * input, at any depth. No field of the contract takes one, whatever else its schema looks at.
 *
 * @returns the paths of the first 20 of their fields, such as `tags.0`, in the order of the input
 */
export function listUnstorableTexts(input: unknown): string[] {
  const found: string[] = [];
  collect(input, [], found);
  return found;
}

// The border has bounded the depth of what a body holds.
function collect(value: unknown, path: readonly string[], found: string[]): void {
  if (found.length >= MAX_FOUND) return;
  if (typeof value === 'string' && !isStorable(value)) found.push(path.join('.'));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return;
  for (const [name, inner] of Object.entries(value)) {
    if (isStorable(name)) collect(inner, [...path, name], found);
    else found.push(path.join('.'));
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');
