import { strict as assert } from 'node:assert';
import type { StreamDescription } from '@kinora/contract/stream';
import { writeMultivariantPlaylist } from './hls.ts';
import { stream } from './test-stream.ts';

export function multivariant(more: Partial<StreamDescription> = {}): string[] {
  const text = writeMultivariantPlaylist(stream(more));
  assert.ok(text);
  return text.split('\n');
}

/** Attribute lists read as RFC 8216 §4.2 says, by code that shares nothing with the writer. */
export function attributes(line: string): Record<string, string> {
  const list = line.slice(line.indexOf(':') + 1);
  const found: Record<string, string> = {};
  let rest = list;
  while (rest !== '') {
    const match = /^([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s]+)(?:,|$)/.exec(rest);
    assert.ok(match?.[1] && match[2], `unreadable attribute list: ${rest}`);
    assert.ok(!(match[1] in found), `${match[1]} stands twice`);
    found[match[1]] = match[2];
    rest = rest.slice(match[0].length);
  }
  return found;
}

export const variants = (lines: string[]) =>
  lines.flatMap((line, index) =>
    line.startsWith('#EXT-X-STREAM-INF:')
      ? [{ ...attributes(line), uri: lines[index + 1] } as Record<string, string>]
      : [],
  );
export const groups = (lines: string[]) =>
  lines.filter((line) => line.startsWith('#EXT-X-MEDIA:')).map(attributes);
