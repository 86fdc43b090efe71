type Found = { path: (string | number)[]; value: unknown };

/**
 * Finds a text that PostgreSQL can't keep, with U+0000 or half a surrogate pair, in the names and values of an
 * input, at any depth. No field of the contract takes one, whatever else its schema looks at.
 *
 * @returns the path of its field, such as `tags.0`; null where there is none
 */
export function findUnstorableText(input: unknown): string | null {
  const left: Found[] = [{ path: [], value: input }];
  for (let found = left.pop(); found; found = left.pop()) {
    const { path, value } = found;
    if (typeof value === 'string' && !isStorable(value)) return path.join('.');
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return path.join('.');
      left.push({ path: [...path, name], value: inner });
    }
  }
  return null;
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');
