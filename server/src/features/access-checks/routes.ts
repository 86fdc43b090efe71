import { type AccessCheck, AccessRule } from '@kinora/contract/access-checks';
import { EDGE_REASONS } from '@kinora/contract/edge-reasons';
import { getRulesAgain } from '@kinora/playback-rules/judge-again';
import { type Documents, judgePlayback, type Verdict } from '@kinora/playback-rules/judge-playback';
import { toRequested } from '@kinora/playback-rules/requested';
import type { Viewer } from '@kinora/playback-rules/rule';
import { getWebsite } from '@kinora/playback-rules/websites';
import { deriveTeamViewerKey, toPlaybackOrigin } from '../playback-channels/rules.ts';
import type { Context } from '../../base/context.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { findCountry } from '../../base/geo-database.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { listDomains } from '../playback-channels/queries.ts';
import { readPublished } from './queries.ts';
import { parseCheckedUrl } from './rules/checked-url.ts';
import { type OpenedRequest, openRefusal } from './rules/request-id.ts';

type Described = Parameters<Parameters<typeof os.accessChecks.create.handler>[0]>[0]['input'];

const create = os.accessChecks.create.handler(async ({ input, context }) => {
  // Whoever may set the rules may also check what they do: the same permission.
  const { team } = permitTeamWrites(await requireTeam(context));
  const { app } = context;
  return input.requestId === undefined
    ? judgeDescribed(app, team.teamId, input)
    : judgeRefused(app, team.teamId, input.requestId);
});

async function judgeDescribed(app: Context, teamId: string, input: Described) {
  const asked = parseCheckedUrl(input.url ?? '');
  if (!asked) throw invalidField('url', 'not_an_address', 'Not the address of a video');
  const { host } = asked.place;
  const documents = await readPublished(app, { host, videoKey: asked.videoKey });
  // Another team's hosts are reported as unknown, so that their existence stays hidden.
  if (documents.channel?.teamId !== teamId) {
    throw invalidField('url', 'unknown', 'The team has no such playback domain');
  }
  const address = input.ip ?? null;
  const country =
    input.country ?? (address === null ? null : await findCountry(app.config.geoDatabase, address));
  const viewer: Viewer = {
    atMs: input.at === undefined ? Date.now() : Date.parse(input.at),
    referrer: toPageAddress(input.referrer ?? null),
    address,
    isAddressUnreadable: false,
    userAgent: input.userAgent ?? null,
    cookie: null,
    findCountry: () => country,
  };
  const requested = toRequested(asked.place, asked.address);
  const facts = await findFacts(app, requested.query, viewer, documents);
  return { ...judge(app, requested, viewer, documents, facts), refusal: null };
}

/** A website is often typed by its name alone. */
function toPageAddress(referrer: string | null): string | null {
  return referrer === null || /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer)
    ? referrer
    : `https://${referrer}`;
}

async function judgeRefused(app: Context, teamId: string, requestId: string): Promise<AccessCheck> {
  const { edgeUrl, secrets } = app.config;
  const opened = openRefusal(secrets.secretKey, requestId, Date.now());
  // Requests to other teams look like ones that do not exist.
  if (!opened || opened.teamId !== teamId) throw notFound('request');
  const { host, path, query, verdicts, country } = opened;
  const url = toPlaybackOrigin(edgeUrl, host) + path + (query === '' ? '' : `?${query}`);
  const asked = parseCheckedUrl(url);
  if (!asked) throw notFound('request');
  const found = await readPublished(app, { host, videoKey: asked.videoKey });
  // The host may be another team's by now.
  const documents = found.channel?.teamId === teamId ? found : { ...found, channel: null };
  const viewer: Viewer = {
    atMs: opened.atMs,
    referrer: opened.referrer,
    address: opened.address,
    isAddressUnreadable: opened.address === null,
    userAgent: null,
    cookie: null,
    findCountry: () => country,
  };
  const requested = toRequested(asked.place, asked.address);
  const facts = await findFacts(app, query, viewer, documents);
  const rules = getRulesAgain(verdicts, opened);
  return {
    ...judge(app, requested, viewer, documents, facts, rules),
    refusal: toRefusal(opened, url, facts),
  };
}

type Facts = {
  signature: string | null;
  website: string | null;
  country: string | null;
  /** Where a video plays that doesn't play here. */
  onChannel: string | null;
};

async function findFacts(
  { db }: Context,
  query: string,
  { referrer, findCountry: find }: Viewer,
  { channel, project }: Documents,
): Promise<Facts> {
  const website = referrer === null ? null : getWebsite(referrer);
  // A project of another team is kept hidden.
  const isElsewhere =
    channel !== null &&
    project?.teamId === channel.teamId &&
    !project.channelIds.includes(channel.channelId);
  const domains = isElsewhere ? await listDomains(db, channel.teamId, project.channelIds) : [];
  return {
    signature: toExpiry(query),
    website,
    country: find(),
    onChannel: domains.length > 0 ? domains.join(', ') : null,
  };
}

function judge(
  { config }: Context,
  requested: Parameters<typeof judgePlayback>[0],
  viewer: Viewer,
  documents: Documents,
  facts: Facts,
  rules?: Parameters<typeof judgePlayback>[4],
): Omit<AccessCheck, 'refusal'> {
  const teamKey = deriveTeamViewerKey(config.secrets.secretKey);
  const judged = judgePlayback(requested, viewer, documents, teamKey, rules);
  const reason = judged.isAllowed ? null : judged.reason;
  return {
    isAllowed: judged.isAllowed,
    status: reason === null ? 200 : EDGE_REASONS[reason].status,
    reason,
    rules: toRules(judged.verdicts, facts),
  };
}

function toRefusal(
  { atMs, status, reason, address, country, referrer, verdicts }: OpenedRequest,
  url: string,
  facts: Facts,
): AccessCheck['refusal'] {
  const at = new Date(atMs).toISOString();
  // Where it plays is known of now alone.
  const rules = toRules(verdicts, { ...facts, onChannel: null });
  return { at, status, reason, url, ip: address, country, referrer, rules };
}

function toRules(verdicts: readonly Verdict[], facts: Facts): AccessCheck['rules'] {
  const details: Readonly<Record<string, string | null>> = facts;
  return verdicts.map(({ rule, verdict, reason }) => ({
    rule: AccessRule.parse(rule),
    verdict,
    reason,
    detail: details[rule] ?? null,
  }));
}

/** Says when the signature of an address ends. */
function toExpiry(query: string): string | null {
  const given = new URLSearchParams(query);
  const text = given.get('x_expires') ?? given.get('x_ark_expires') ?? '';
  return /^[0-9]{1,11}$/.test(text) ? new Date(Number(text) * 1000).toISOString() : null;
}

export const accessChecksRoutes = { create };
