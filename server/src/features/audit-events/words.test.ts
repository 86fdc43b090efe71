import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import en from '@kinora/i18n/en/auditEvents' with { type: 'json' };
import th from '@kinora/i18n/th/auditEvents' with { type: 'json' };
import type { EventKind } from '../../base/events.ts';
import { toSubjectType } from './rules.ts';

const features = join(import.meta.dirname, '..');
const kinds: EventKind[] = [];
for await (const file of glob('*/{events,events/*}.ts', { cwd: features })) {
  const exported = Object.values((await import(join(features, file))) as Record<string, unknown>);
  kinds.push(
    ...exported.filter((one): one is EventKind => (one as EventKind | null)?.subject !== undefined),
  );
}
const audited = kinds.filter(({ isAudited }) => isAudited !== false);

test('each kind of event that is in the history has its words, and no word is of another', () => {
  assert.ok(audited.length > 30);
  const named = new Set<string>(audited.map(({ name }) => name));
  for (const [lang, { actions, types }] of Object.entries({ en, th })) {
    const said = Object.entries<Record<string, string>>(actions).flatMap(([type, verbs]) =>
      Object.keys(verbs).map((verb) => `${type}.${verb}`),
    );
    assert.deepEqual(new Set(said), named, lang);
    const ofKinds = new Set([...named].map(toSubjectType));
    assert.deepEqual(new Set(Object.keys(types)), ofKinds, lang);
  }
});
