import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { requireTeam, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import type { Tx } from '../../base/db.ts';
import { permitTeamWrites, type TeamPermit } from '../../base/team-permit.ts';
import { countUse } from '../quotas/actions.ts';
import { changeChannel, createChannel, deleteChannel, lockChannel } from './actions.ts';
import { addDomains, removeDomains } from './actions/domains.ts';
import { addKeys, removeKey, setSignedUrl } from './actions/signed-url.ts';
import { recordLookAgain } from './actions/look-again.ts';
import { recordCheck, recordLook } from './actions/prove-domain.ts';
import { callDomain, lookForProof } from './adapter.ts';
import { countUses, findPlaybackChannel, listPlaybackChannels } from './queries.ts';
import { type Claim, findClaim } from './queries/claims.ts';
import { toRecords } from './rules/domain-proof.ts';

/** Makes a change, and answers the channel as it is then. */
async function change(
  context: RequestContext,
  id: string,
  act: (tx: Tx, permit: TeamPermit) => Promise<void>,
) {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    await act(tx, permit);
    const found = await findPlaybackChannel(tx, permit.team, id, context.lang);
    if (!found) throw notFound('playbackChannel');
    return found;
  });
}

const list = os.playbackChannels.list.handler(async ({ input: { limit }, context }) => {
  const { lang } = context;
  const data = await listPlaybackChannels(context.app.db, await requireTeam(context), {
    limit,
    lang,
  });
  return { data };
});

async function getChannel(context: RequestContext, id: string) {
  const team = await requireTeam(context);
  const found = await findPlaybackChannel(context.app.db, team, id, context.lang);
  if (!found) throw notFound('playbackChannel');
  return found;
}

const get = os.playbackChannels.get.handler(({ input, context }) => getChannel(context, input.id));

const uses = os.playbackChannels.uses.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const { id } = await getChannel(context, input.id);
  return countUses(context.app.db, team, id);
});

const create = os.playbackChannels.create.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const { edgeUrl } = context.app.config;
  return write(context, permit, async (tx) => {
    const id = await createChannel(tx, permit, { name: input.name, edgeUrl });
    const found = await findPlaybackChannel(tx, permit.team, id, context.lang);
    if (!found) throw notFound('playbackChannel');
    return found;
  });
});

const rename = os.playbackChannels.rename.handler(({ input: { id, name }, context }) =>
  change(context, id, async (tx, permit) => {
    await lockChannel(tx, permit, id);
    await changeChannel(tx, permit, id, { name });
  }),
);

const remove = os.playbackChannels.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deleteChannel(tx, permit, input.id));
});

const addOwnDomains = os.playbackChannels.addDomains.handler(({ input, context }) =>
  change(context, input.id, async (tx, permit) => {
    await countUse(tx, permit.team.accountId, 'domainChecks', input.domains.length);
    await addDomains(tx, permit, { ...input, own: context.app.config });
  }),
);

const removeOwnDomains = os.playbackChannels.removeDomains.handler(({ input, context }) =>
  change(context, input.id, (tx, permit) => removeDomains(tx, permit, input)),
);

const check = os.playbackChannels.checkDomain.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const { teamId, accountId } = permit.team;
  const { id, domain } = input;
  const wanted = { teamId, channelId: id, host: domain };
  // Only a channel's own domains may be asked for, so that callers can't have us query other names.
  const claim = isUuid(id) ? await findClaim(context.app.db, wanted) : null;
  if (!claim) throw notFound('playbackChannel');
  await write(context, permit, (tx) => countUse(tx, accountId, 'domainChecks', 1));
  return { domain, ...(await checkClaim(context, permit, claim)) };
});

/** Looks for the proof of a domain, or calls one that is proven. */
async function checkClaim(context: RequestContext, permit: TeamPermit, claim: Claim) {
  const { config } = context.app;
  const { host, channelId } = claim;
  if (!claim.isProven) {
    const found = await lookForProof(host, config);
    const result = await write(context, permit, (tx) => recordLook(tx, claim, found));
    if (result !== null) return { result, found: found ? toRecords(host, found) : [] };
  }
  if (claim.needsRecord) {
    const found = await lookForProof(host, config);
    const isLost = await write(context, permit, (tx) => recordLookAgain(tx, claim, found));
    if (isLost) return { result: 'unproven' as const, found: found ? toRecords(host, found) : [] };
  }
  const result = await callDomain({ domain: host, channelId }, config);
  await write(context, permit, (tx) => recordCheck(tx, claim, { result, found: [] }));
  return { result, found: [] };
}

const setAccess = os.playbackChannels.setAccess.handler(({ input, context }) =>
  change(context, input.id, async (tx, permit) => {
    await lockChannel(tx, permit, input.id);
    await changeChannel(tx, permit, input.id, {
      website_policy: input.policy,
      allow_domains: input.allowDomains,
      deny_domains: input.denyDomains,
      allow_no_referrer: input.allowNoReferrer,
    });
  }),
);

const addSigningKeys = os.playbackChannels.addKeys.handler(({ input, context }) =>
  change(context, input.id, (tx, permit) =>
    addKeys(tx, permit, { id: input.id, keyIds: input.urlSigningKeyIds }),
  ),
);

const removeSigningKey = os.playbackChannels.removeKey.handler(({ input, context }) =>
  change(context, input.id, (tx, permit) => removeKey(tx, permit, input)),
);

const requireSignatures = os.playbackChannels.setSignedUrl.handler(({ input, context }) =>
  change(context, input.id, (tx, permit) => setSignedUrl(tx, permit, input)),
);

export const playbackChannelsRoutes = {
  list,
  get,
  uses,
  create,
  rename,
  delete: remove,
  addDomains: addOwnDomains,
  removeDomains: removeOwnDomains,
  checkDomain: check,
  setAccess,
  addKeys: addSigningKeys,
  removeKey: removeSigningKey,
  setSignedUrl: requireSignatures,
};
