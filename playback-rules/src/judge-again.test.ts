import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { getRulesAgain } from './judge-again.ts';
import { RULE_NAMES, type Verdict } from './judge-playback.ts';
import { toWebsiteOrigin, withoutSignature } from './refused-request.ts';

const said = (...given: Verdict[]) => given;
const refusedBy = (rule: string, reason: Verdict['reason']): Verdict => ({
  rule,
  verdict: 'refused',
  reason,
});

test('the verdict on a signature holds, and other rules are judged again', () => {
  const verdicts = said(
    refusedBy('signature', 'signature_expired'),
    refusedBy('website', 'website_blocked'),
  );
  const original = getRulesAgain([], { isViewerKnown: true });
  const again = getRulesAgain(verdicts, { isViewerKnown: true });
  const changed = again.filter((rule, at) => rule !== original[at]).map(({ name }) => name);
  assert.deepEqual(changed, ['signature']);
  const unknown = getRulesAgain(verdicts, { isViewerKnown: false });
  const kept = unknown.filter((rule, at) => rule !== original[at]).map(({ name }) => name);
  assert.deepEqual(kept, ['signature', 'website']);
  assert.deepEqual(
    RULE_NAMES.slice(1),
    original.map(({ name }) => name),
  );
});

test('of a query stays who signed and until when, and nothing that lets in', () => {
  const kept = 'x_key_id=k&x_expires=1&x_ark_access_id=a&x_ark_user_agent=1&x_geo_allow=TH';
  const left = 'x_signature=s&x_ark_signature=t&player=p&x_token=z&x_signature=u&X_key_id=w';
  assert.equal(withoutSignature(`${kept}&${left}`), kept);
  assert.equal(withoutSignature(`x%5Fsignature=s&=x_signature&x_signature`), '');
});

test('of a referrer stays the website', () => {
  assert.equal(toWebsiteOrigin('https://a.example:8443/b?c=d#e'), 'https://a.example:8443');
  assert.equal(toWebsiteOrigin('https://me:secret@a.example/'), 'https://a.example');
  for (const none of ['null', 'about:client', 'nonsense', 'data:text/html,x']) {
    assert.equal(toWebsiteOrigin(none), 'null');
  }
});
