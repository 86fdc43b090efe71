import type { DrmModel } from '@kinora/contract/drm';
import type { AccessPolicy, PlaybackChannel } from '@kinora/contract/playback-channels';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { type Access, changes, showChannel, type SignedUrlRules } from '../data.ts';
import { findWrongWebsite, splitDomains } from '../rules.ts';

/** A channel's settings as they are typed. */
export type ChannelForm = {
  policy: AccessPolicy;
  allow: string;
  deny: string;
  allowNoReferrer: boolean;
  required: boolean;
  acceptsArkV2: boolean;
  model: DrmModel;
};

/** Each part is a call of its own. */
type Parts = { access: Access; signed: SignedUrlRules; model: DrmModel };

const toTyped = (channel: PlaybackChannel): ChannelForm => ({
  policy: channel.accessControlPolicy.policy,
  allow: channel.accessControlPolicy.allowDomains.join('\n'),
  deny: channel.accessControlPolicy.denyDomains.join('\n'),
  allowNoReferrer: channel.accessControlPolicy.allowNoReferrer,
  required: channel.signedUrl.required,
  acceptsArkV2: channel.signedUrl.acceptsArkV2,
  model: channel.defaultDrmModelForNonClassicDelivery,
});

const toParts = (typed: ChannelForm): Parts => ({
  access: {
    policy: typed.policy,
    allowNoReferrer: typed.allowNoReferrer,
    allowDomains: [...new Set(splitDomains(typed.allow))],
    denyDomains: [...new Set(splitDomains(typed.deny))],
  },
  signed: { required: typed.required, acceptsArkV2: typed.acceptsArkV2 },
  model: typed.model,
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The parts that differ from what is stored. */
export function findChangedParts(channel: PlaybackChannel, typed: ChannelForm): Partial<Parts> {
  const stored = toParts(toTyped(channel));
  const { access, signed, model } = toParts(typed);
  return {
    ...(!isEqual(access, stored.access) && { access }),
    ...(!isEqual(signed, stored.signed) && { signed }),
    ...(model !== stored.model && { model }),
  };
}

/** `before` has the parts that a save has changed, as they were. */
type Saved = { before: Partial<Parts> };

/** All settings of a channel, which one save takes over. */
export function useChannelForm(channel: PlaybackChannel) {
  const t = useTranslations('playbackChannels');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const labels = { allow: t('websites.allow'), deny: t('websites.deny') };
  const make = async ({ access, signed, model }: Partial<Parts>) => {
    const to = changes(scope, channel.id);
    // A part that is saved is shown as stored, also where a later one fails.
    const show = (changed: PlaybackChannel) => showChannel(queryClient, scope, changed);
    // The part that closes goes first: were it to fail after one that opens, the channel would be open.
    if (signed?.required) await show(await to.setSignedUrl(signed));
    if (access) await show(await to.setAccess(access));
    if (signed && !signed.required) await show(await to.setSignedUrl(signed));
    if (model) await show(await to.setDefaultDrmModel(model));
  };
  return useForm<ChannelForm, Saved>({
    id: 'channel',
    stored: toTyped(channel),
    labels,
    fieldOf: (path) => (path.startsWith('deny') ? 'deny' : 'allow'),
    isSame: (one, other) => isEqual(toParts(one), toParts(other)),
    problems: ({ policy, ...typed }) => {
      if (policy === 'allowAll') return {};
      const field = policy === 'allowSome' ? 'allow' : 'deny';
      const website = findWrongWebsite(splitDomains(typed[field]));
      return { [field]: website === undefined ? undefined : t('websites.wrong', { website }) };
    },
    run: async (typed) => {
      const stored = toParts(toTyped(channel));
      const changed = findChangedParts(channel, typed);
      await make(changed);
      return {
        before: {
          ...(changed.access && { access: stored.access }),
          ...(changed.signed && { signed: stored.signed }),
          ...(changed.model && { model: stored.model }),
        },
      };
    },
    item: t('item'),
    done: t('saved'),
    undo: (_typed, { before }) => make(before),
  });
}

export type ChannelFormState = ReturnType<typeof useChannelForm>;
