import { CHANNEL_NAME } from '@kinora/contract/bounds';
import { normaliseWebsite } from '@kinora/contract/domain-names';
import type { DrmModel } from '@kinora/contract/drm';
import type { AccessPolicy, PlaybackChannel } from '@kinora/contract/playback-channels';

export function isChannelName(name: string): boolean {
  return CHANNEL_NAME.test(name);
}

/** The default domain as a record of DNS names it, which has no port. */
export function toHostname({
  defaultPlaybackDomain,
}: Pick<PlaybackChannel, 'defaultPlaybackDomain'>): string {
  return defaultPlaybackDomain.replace(/:[0-9]+$/, '');
}

type Keyed = Pick<PlaybackChannel, 'name'> & {
  signedUrl: Pick<PlaybackChannel['signedUrl'], 'urlSigningKeyIds'>;
};

/** The names of the channels that have a signing key. */
export const listNamesOfKey = (channels: readonly Keyed[], id: string): string[] =>
  channels
    .filter(({ signedUrl }) => signedUrl.urlSigningKeyIds.includes(id))
    .map(({ name }) => name);

/** Domains as one types them: a line, a comma or a space ends one. */
export function splitDomains(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** The first of the typed websites that is none; undefined when all are. */
export function findWrongWebsite(websites: readonly string[]): string | undefined {
  return websites.find((website) => normaliseWebsite(website) === null);
}

export const POLICIES = ['allowAll', 'allowSome', 'blockSome'] as const satisfies AccessPolicy[];

type WebsiteReach = AccessPolicy | 'allowSomeAndDirect';

/** Says who may watch by website and by signature; the projects' rules decide about countries. */
export function getReachKind({
  signedUrl,
  accessControlPolicy: { policy, allowNoReferrer },
}: Pick<
  PlaybackChannel,
  'signedUrl' | 'accessControlPolicy'
>): `${'signed' | 'open'}.${WebsiteReach}` {
  // Only a list of allowed websites asks a request where it comes from.
  const isDirect = policy === 'allowSome' && allowNoReferrer;
  return `${signedUrl.required ? 'signed' : 'open'}.${isDirect ? 'allowSomeAndDirect' : policy}`;
}

/** The list that the policy of a channel goes by. */
export function getWebsites({ accessControlPolicy }: PlaybackChannel): readonly string[] {
  const { policy, allowDomains, denyDomains } = accessControlPolicy;
  return policy === 'allowAll' ? [] : policy === 'allowSome' ? allowDomains : denyDomains;
}

/** The model by which new adaptive videos of a project are protected, as its primary channel says. */
export function findDefaultModel(
  channels: readonly Pick<PlaybackChannel, 'id' | 'defaultDrmModelForNonClassicDelivery'>[],
  { primaryPlaybackChannelId }: { primaryPlaybackChannelId: string },
): DrmModel {
  const primary = channels.find(({ id }) => id === primaryPlaybackChannelId);
  return primary?.defaultDrmModelForNonClassicDelivery ?? 'none';
}

type ChannelRules = Pick<
  PlaybackChannel,
  'signedUrl' | 'accessControlPolicy' | 'defaultDrmModelForNonClassicDelivery'
>;

/** A channel differs from another by these: signed or open links, websites, how new videos are protected. */
type ChannelEffect = 'signed' | 'open' | 'websites' | 'model';

/** Compares a channel with the one until now, or with none where there are several. */
export function compareChannels(from: ChannelRules | undefined, to: ChannelRules): ChannelEffect[] {
  const effects: ChannelEffect[] = [];
  const isSigned = to.signedUrl.required;
  if (isSigned && !from?.signedUrl.required) effects.push('signed');
  if (!isSigned && from?.signedUrl.required) effects.push('open');
  const { accessControlPolicy: websites, defaultDrmModelForNonClassicDelivery: model } = to;
  const hasOther = from
    ? JSON.stringify(websites) !== JSON.stringify(from.accessControlPolicy)
    : websites.policy !== 'allowAll';
  if (hasOther) effects.push('websites');
  if (from && model !== from.defaultDrmModelForNonClassicDelivery) effects.push('model');
  return effects;
}
