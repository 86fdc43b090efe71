import assert from 'node:assert/strict';
import { startNameServer } from '@kinora/egress/test-name-server';
import type { Person, TestApp } from './test-app.ts';

export type TestDomains = Awaited<ReturnType<typeof startTestDomains>>;

/** A name server in which tests enter records as owners of domains do; apps with its `env` ask it. */
export async function startTestDomains() {
  const texts: Record<string, string[]> = {};
  const aliases: Record<string, string> = {};
  const names = await startNameServer({}, { texts, aliases });
  return {
    env: { DNS_SERVERS: names.address },
    aliases,
    /** Enters the TXT record that names a channel, or removes it. */
    setText: (domain: string, channelId: string | null) => {
      texts[`_kinora.${domain}`] = channelId === null ? [] : [`kinora-channel=${channelId}`];
    },
    close: () => names.close(),
  };
}

const PATH = '/api/v1/playback-channels';

/** Has a domain of a channel checked. @returns the result, and the records that were found */
export async function checkDomain(
  app: TestApp,
  as: Person,
  { channelId, domain }: { channelId: string; domain: string },
): Promise<{ result: string; found: { type: string; name: string; value: string }[] }> {
  const path = `${PATH}/${channelId}/playback-domains/check`;
  const { status, body } = await app.call('POST', path, { as, body: { domain } });
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as Awaited<ReturnType<typeof checkDomain>>;
}

/** Adds domains to a channel, and proves them by their records. */
export async function addProvenDomains(
  app: TestApp,
  domains: Pick<TestDomains, 'setText'>,
  { as, channelId, added }: { as: Person; channelId: string; added: readonly string[] },
): Promise<void> {
  const path = `${PATH}/${channelId}/playback-domains/add`;
  const { status } = await app.call('POST', path, { as, body: { domains: added } });
  assert.equal(status, 200);
  for (const domain of added) {
    domains.setText(domain, channelId);
    const { result } = await checkDomain(app, as, { channelId, domain });
    assert.equal(result, 'proven', domain);
  }
}
