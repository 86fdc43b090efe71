import { CHANNEL_NAME } from '@kinora/contract/bounds';
import { normaliseWebsite } from '@kinora/contract/domain-names';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';

export function isChannelName(name: string): boolean {
  return CHANNEL_NAME.test(name);
}

/** Domains as one types them: a line, a comma or a space ends one. */
export function splitDomains(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
}

/** The first of the typed websites that is none; undefined when all are. */
export function findWrongWebsite(websites: readonly string[]): string | undefined {
  return websites.find((website) => normaliseWebsite(website) === null);
}

/** Says who may watch by website and by signature; the projects' rules decide about countries. */
export function getReachKind({
  signedUrl,
  accessControlPolicy: { policy },
}: PlaybackChannel): `${'signed' | 'open'}.${'allowAll' | 'allowSome' | 'blockSome'}` {
  return `${signedUrl.required ? 'signed' : 'open'}.${policy}`;
}

/** The list that the policy of a channel goes by. */
export function getWebsites({ accessControlPolicy }: PlaybackChannel): readonly string[] {
  const { policy, allowDomains, denyDomains } = accessControlPolicy;
  return policy === 'allowAll' ? [] : policy === 'allowSome' ? allowDomains : denyDomains;
}
