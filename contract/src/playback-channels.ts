import { z } from 'zod';
import { CHANNEL_NAME, MAX_DOMAINS } from './bounds.ts';
import { createCalls } from './call.ts';
import { normaliseDomain, normaliseWebsite } from './domain-names.ts';
import { DrmModel } from './drm.ts';
import { DrmService } from './drm-outputs.ts';
import { nameSchema } from './name-schema.ts';
import { commaList, Id, Time } from './fields.ts';
import { limitQuery, shortList } from './lists.ts';

export const AccessPolicy = z.enum(['allowAll', 'allowSome', 'blockSome']);
export type AccessPolicy = z.infer<typeof AccessPolicy>;

/**
 * The result of a check of an own domain. Until it is proven: whether a record proves it now (`proven`), none
 * does (`unproven`), one does and another team has the domain (`provenElsewhere`), or had it lately so that only
 * a TXT record counts (`kept`), or no name server answered (`noNameServer`). Then: whether a call of it leads
 * here (`pointsHere`), or why not.
 */
export const DomainCheck = z.enum([
  'proven',
  'unproven',
  'provenElsewhere',
  'kept',
  'noNameServer',
  'pointsHere',
  'unresolved',
  'unreachable',
  'otherServer',
  'otherChannel',
  'refused',
]);
export type DomainCheck = z.infer<typeof DomainCheck>;

/** A record of DNS as it is entered or was found. */
const DomainRecord = z.object({
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

export const OwnDomain = nameSchema(
  'OwnDomain',
  z.object({
    domain: z.string().describe('In punycode'),
    /**
     * How the domain was proven to be the team’s: by a record, by an operator, or by being older than proofs.
     * Null until then: nothing plays there, and other teams may claim it as well.
     */
    provenBy: z.enum(['txt', 'cname', 'operator', 'earlier']).nullable(),
    provenUntil: Time.nullable().describe(
      'Neither record stands there any more: the domain is proven until then, unless one does again',
    ),
    proofs: z.array(DomainRecord).describe('Any of these records proves it'),
    lastCheck: z
      .object({
        result: DomainCheck,
        found: z.array(DomainRecord).describe('The records that stood there'),
        checkedAt: Time,
      })
      .nullable(),
  }),
);
export type OwnDomain = z.infer<typeof OwnDomain>;

export const PlaybackChannel = nameSchema(
  'PlaybackChannel',
  z.object({
    id: Id,
    name: z.string(),
    /** Host with its port if any: `localhost:8081`. */
    defaultPlaybackDomain: z.string(),
    playbackDomains: z
      .array(z.string())
      .describe('Those of `ownDomains` that are proven, where videos play'),
    ownDomains: z.array(OwnDomain).describe('The team’s own'),
    isDefault: z.boolean().describe('New projects play there'),
    signedUrl: z.object({
      required: z.boolean(),
      acceptsArkV2: z.boolean(),
      urlSigningKeyIds: z.array(Id),
      urlSigningKeys: z.array(z.object({ id: Id, keyId: z.string(), createdAt: Time })),
    }),
    accessControlPolicy: z.object({
      policy: AccessPolicy,
      allowDomains: z.array(z.string()),
      denyDomains: z.array(z.string()),
      allowNoReferrer: z.boolean(),
    }),
    defaultDrmModelForNonClassicDelivery: DrmModel.describe(
      'Of videos of adaptive presets in projects of which it is the primary channel',
    ),
    hasDrm: z.boolean().describe('Licences of the team’s DRM services are given there'),
    drmServices: z.array(DrmService).describe('Those services'),
    hasJwtKeys: z
      .boolean()
      .describe(
        'The team has keys by which tokens of its viewers are checked; else no licence is given',
      ),
    geoblockRules: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          allowCountryCodes: z.array(z.string()),
          denyCountryCodes: z.array(z.string()),
        }),
      )
      .describe('The rules of the projects that play there'),
    projects: z
      .array(z.object({ key: z.string(), name: z.string() }))
      .describe('Those of its projects that the caller may see'),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type PlaybackChannel = z.infer<typeof PlaybackChannel>;

/** The uses of a channel, without deleted videos. */
export const PlaybackChannelUses = nameSchema(
  'PlaybackChannelUses',
  z.object({
    projectCount: z.int(),
    videoCount: z.int().describe('Of all of those projects'),
  }),
);
export type PlaybackChannelUses = z.infer<typeof PlaybackChannelUses>;

/** A team has as many channels as its list can show, and a channel so many websites and keys. */
export const MAX_CHANNELS = 100;
export const MAX_WEBSITES = 500;
export const MAX_CHANNEL_KEYS = 20;

const name = z
  .string()
  .trim()
  .max(63)
  .regex(CHANNEL_NAME)
  .meta({ examples: ['main'] });

function domainField(normalise: (typed: string) => string | null) {
  return z
    .string()
    .max(1100)
    .meta({ examples: ['video.example.com'] })
    .transform((typed, context) => {
      const domain = normalise(typed);
      if (domain !== null) return domain;
      const code = 'invalid_domain';
      context.addIssue({ code: 'custom', message: 'Not a domain name', params: { code } });
      return z.NEVER;
    });
}

/** Codes: `invalid_domain`, `duplicate_domain`. */
function domainList(normalise: (typed: string) => string | null, max: number) {
  return commaList(domainField(normalise), max).superRefine((list, context) => {
    for (const [index, domain] of list.entries()) {
      if (list.indexOf(domain) === index) continue;
      context.addIssue({
        code: 'custom',
        message: 'Given twice',
        path: [index],
        params: { code: 'duplicate_domain' },
      });
    }
  });
}

const websites = domainList(normaliseWebsite, MAX_WEBSITES).default([]);

const PATH = '/api/v1/playback-channels';
const ONE = `${PATH}/{id}`;
const call = createCalls('playback channels', 'Where videos are delivered, and to whom');
const write = (problems?: { [status: number]: string }) =>
  call({ who: 'manager', ...(problems ? { problems } : {}) });

export const playbackChannels = {
  list: call({ who: 'member' })
    .route({ method: 'GET', path: PATH, summary: 'Playback channels of the team' })
    .input(z.object({ limit: limitQuery({ fallback: MAX_CHANNELS, max: MAX_CHANNELS }) }))
    .output(shortList(PlaybackChannel)),
  get: call({ who: 'member' })
    .route({ method: 'GET', path: ONE, summary: 'One playback channel' })
    .input(z.object({ id: Id }))
    .output(PlaybackChannel),
  uses: call({ who: 'manager' })
    .route({
      method: 'GET',
      path: `${ONE}/uses`,
      summary: 'How many projects and videos play on a channel, which a change of it concerns',
    })
    .input(z.object({ id: Id }))
    .output(PlaybackChannelUses),
  create: write({ 409: 'The team has as many as it can have' })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Create a playback channel; its default playback domain is made of its name',
    })
    .input(z.object({ name }))
    .output(PlaybackChannel),
  rename: write()
    .route({
      method: 'PUT',
      path: ONE,
      summary: 'Rename a playback channel; its default playback domain stays',
    })
    .input(z.object({ id: Id, name }))
    .output(PlaybackChannel),
  delete: write({
    409: 'The team’s default, or in use: `uses` says by which; or players get their licences there',
  })
    .route({
      method: 'DELETE',
      path: ONE,
      successStatus: 204,
      summary: 'Delete a playback channel that no project plays on',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  addDomains: write()
    .route({
      method: 'POST',
      path: `${ONE}/playback-domains/add`,
      summary:
        'Name own playback domains. They take effect when a record proves them, which is checked by itself',
    })
    .input(z.object({ id: Id, domains: domainList(normaliseDomain, MAX_DOMAINS) }))
    .output(PlaybackChannel),
  removeDomains: write({ 409: 'Players get their licences at one of them' })
    .route({
      method: 'POST',
      path: `${ONE}/playback-domains/remove`,
      summary: 'Remove own playback domains; nothing plays there any more',
    })
    .input(z.object({ id: Id, domains: commaList(domainField(normaliseDomain), MAX_DOMAINS) }))
    .output(PlaybackChannel),
  checkDomain: call({ who: 'manager', isThrottled: true })
    .route({
      method: 'POST',
      path: `${ONE}/playback-domains/check`,
      summary:
        'Check an own playback domain: look for the record that proves it, or call it when it is proven',
    })
    .input(z.object({ id: Id, domain: domainField(normaliseDomain) }))
    .output(
      z.object({
        domain: z.string(),
        result: DomainCheck,
        found: z.array(DomainRecord).describe('None when the domain was called'),
      }),
    ),
  setAccess: write()
    .route({
      method: 'PUT',
      path: `${ONE}/allow-access`,
      summary: 'Set the websites that may show videos of the channel',
    })
    .input(
      z.object({
        id: Id,
        policy: AccessPolicy,
        allowDomains: websites,
        denyDomains: websites,
        allowNoReferrer: z.boolean().default(false),
      }),
    )
    .output(PlaybackChannel),
  addKeys: write()
    .route({
      method: 'POST',
      path: `${ONE}/signed-url/url-signing-keys`,
      summary: 'Let URL signing keys sign for the channel, beside those that do',
    })
    .input(z.object({ id: Id, urlSigningKeyIds: commaList(Id, MAX_CHANNEL_KEYS) }))
    .output(PlaybackChannel),
  removeKey: write({ 409: 'The last one, while signed URLs are required' })
    .route({
      method: 'DELETE',
      path: `${ONE}/signed-url/url-signing-keys/{keyId}`,
      summary: 'Take a URL signing key from the channel; what it signed is refused at once',
    })
    .input(z.object({ id: Id, keyId: Id.describe('Its `id` or its `keyId`') }))
    .output(PlaybackChannel),
  setSignedUrl: write()
    .route({
      method: 'PUT',
      path: `${ONE}/signed-url`,
      summary: 'Require signed URLs, which takes a key, or stop requiring them',
    })
    .input(z.object({ id: Id, required: z.boolean(), acceptsArkV2: z.boolean().optional() }))
    .output(PlaybackChannel),
  setDefaultDrmModel: call({
    who: 'manager',
    problems: { 409: 'multiDrm on a channel that gives no such licences' },
  })
    .route({
      method: 'PUT',
      path: `${ONE}/default-drm-model`,
      summary:
        'Set the protection of videos that are encoded from now on where this channel is primary',
    })
    .input(z.object({ id: Id, defaultDrmModelForNonClassicDelivery: DrmModel }))
    .output(PlaybackChannel),
};
