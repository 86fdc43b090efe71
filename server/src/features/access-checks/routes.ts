import { type AccessCheck, AccessRule } from '@kinora/contract/access-checks';
import { type Judgement, judgePlayback } from '@kinora/playback-rules/judge-playback';
import { toRequested } from '@kinora/playback-rules/requested';
import { STATUS, type Viewer } from '@kinora/playback-rules/rule';
import { getWebsite } from '@kinora/playback-rules/websites';
import { deriveTeamViewerKey } from '../playback-channels/rules.ts';
import { invalidField } from '../../base/errors.ts';
import { findCountry } from '../../base/geo-database.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { readPublished } from './queries.ts';
import { parseCheckedUrl } from './rules.ts';

const create = os.accessChecks.create.handler(async ({ input, context }) => {
  // Who may set the rules may ask what they do.
  const { team } = permitTeamWrites(await requireTeam(context));
  const { app } = context;
  const asked = parseCheckedUrl(input.url);
  if (!asked) throw invalidField('url', 'not_an_address', 'Not the address of a video');
  const { host } = asked.place;
  const documents = await readPublished(app, { host, videoKey: asked.videoKey });
  // Of another team's hosts nothing is said, not even that they are there.
  if (documents.channel?.teamId !== team.teamId) {
    throw invalidField('url', 'unknown', 'The team has no such playback domain');
  }
  const address = input.ip ?? null;
  const country =
    input.country ?? (address === null ? null : await findCountry(app.config.geoDatabase, address));
  const viewer: Viewer = {
    atMs: input.at === undefined ? Date.now() : Date.parse(input.at),
    referrer: input.referrer ?? null,
    address,
    userAgent: input.userAgent ?? null,
    cookie: null,
    findCountry: () => country,
  };
  const requested = toRequested(asked.place, asked.address);
  const teamKey = deriveTeamViewerKey(app.config.secrets.secretKey);
  return toCheck(judgePlayback(requested, viewer, documents, teamKey), requested.query, {
    website: viewer.referrer === null ? null : getWebsite(viewer.referrer),
    country,
  });
});

type Facts = { website: string | null; country: string | null };

function toCheck(judged: Judgement, query: string, { website, country }: Facts): AccessCheck {
  const reason = judged.isAllowed ? null : judged.reason;
  const details: Readonly<Record<string, string | null>> = {
    signature: toExpiry(query),
    website,
    country,
  };
  return {
    isAllowed: judged.isAllowed,
    status: reason === null ? 200 : STATUS[reason],
    reason,
    rules: judged.verdicts.map(({ rule, verdict, reason: own }) => ({
      rule: AccessRule.parse(rule),
      verdict,
      reason: own,
      detail: details[rule] ?? null,
    })),
  };
}

/** When the signature of an address ends. */
function toExpiry(query: string): string | null {
  const given = new URLSearchParams(query);
  const text = given.get('x_expires') ?? given.get('x_ark_expires') ?? '';
  return /^[0-9]{1,11}$/.test(text) ? new Date(Number(text) * 1000).toISOString() : null;
}

export const accessChecksRoutes = { create };
