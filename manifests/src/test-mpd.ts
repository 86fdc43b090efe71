import { strict as assert } from 'node:assert';
import type { StreamDescription } from '@kinora/contract/stream';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { writeDashManifest } from './dash.ts';
import { stream } from './test-stream.ts';

export type Node = {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
};

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  processEntities: true,
});

/** Reads the MPD with a parser that shares nothing with the writer. */
export function read(more: Partial<StreamDescription> = {}): Node {
  const text = writeDashManifest(stream(more));
  assert.ok(text);
  assert.equal(XMLValidator.validate(text), true);
  const [mpd] = nodes(parser.parse(text) as unknown[]).filter(({ name }) => name === 'MPD');
  assert.ok(mpd);
  return mpd;
}

function nodes(parsed: unknown[]): Node[] {
  return (parsed as Record<string, unknown>[]).flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined) return [];
    const inner = entry[name] as Record<string, unknown>[];
    const text = inner.map((child) => String(child['#text'] ?? '')).join('');
    const attributes = (entry[':@'] ?? {}) as Record<string, string>;
    return [{ name, attributes, children: nodes(inner), text }];
  });
}

export function find(node: Node, name: string): Node[] {
  return node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...find(child, name),
  ]);
}

export const setsOf = (mpd: Node, contentType: string) =>
  find(mpd, 'AdaptationSet').filter(({ attributes }) => attributes.contentType === contentType);
export const valuesOf = (node: Node, name: string) =>
  find(node, name).map(({ attributes }) => attributes.value);
