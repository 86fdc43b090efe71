import type { DrmOptions } from './engine.ts';

const HEX_16 = /^[0-9a-f]{32}$/i;

/**
 * Parses keys from the `drm` attribute: `{"clearKeys": {"<key id>": "<key>"}}`, 32 hexadecimal
 * digits each. Null for no attribute and for anything else.
 */
export function parseDrm(attribute: string | null): DrmOptions | null {
  if (!attribute) return null;
  try {
    const parsed: unknown = JSON.parse(attribute);
    if (typeof parsed !== 'object' || parsed === null || !('clearKeys' in parsed)) return null;
    const pairs: [string, unknown][] = Object.entries(parsed.clearKeys ?? {});
    const clearKeys = pairs.filter(
      (pair): pair is [string, string] =>
        HEX_16.test(pair[0]) && typeof pair[1] === 'string' && HEX_16.test(pair[1]),
    );
    return clearKeys.length > 0 ? { clearKeys: Object.fromEntries(clearKeys) } : null;
  } catch {
    return null;
  }
}
