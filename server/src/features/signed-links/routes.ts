import { AppError, invalidField, notFound } from '../../base/errors.ts';
import type { RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { unseal } from '../../base/secrets.ts';
import { requireAction, type ProjectScope } from '../projects/policy.ts';
import { requireVideo } from '../projects/queries/visible-videos.ts';
import { findProjectKey } from '../url-signing-keys/queries.ts';
import { getSecretPlace } from '../url-signing-keys/rules.ts';
import { loadParts } from '../videos/parts.ts';
import { listVideosByKey } from '../videos/queries/detail.ts';
import { toAddresses } from '../videos/rules/to-video.ts';
import { requireLinkExpiry, signAddresses } from './rules.ts';

const create = os.signedLinks.create.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  requireAction(scope, 'updateVideo');
  const expiresAt = requireLinkExpiry(new Date(input.expiresAt), new Date());
  const { id, ...key } = await openKey(context, scope, input.urlSigningKeyId);
  const { db, config } = context.app;
  const rows = await listVideosByKey(db, scope.team, [input.id]);
  const [row] = await loadParts(db, scope.team, [], rows);
  if (!row) throw notFound('video');
  return {
    expiresAt: expiresAt.toISOString(),
    urlSigningKeyId: id,
    ...signAddresses(toAddresses(row, config.edgeUrl), key, expiresAt),
  };
});

/** The named key of the project's channel, or its oldest. */
async function openKey(context: RequestContext, scope: ProjectScope, wanted: string | undefined) {
  const { db, config } = context.app;
  const found = await findProjectKey(db, scope, wanted);
  if (!found && wanted !== undefined)
    throw invalidField('urlSigningKeyId', 'unknown', 'No key of the channel');
  if (!found) throw new AppError('url_signing_key_missing');
  const { id, keyId, sealed } = found;
  const secret = unseal(config.secrets.secretKey, getSecretPlace(keyId), sealed);
  return { id, keyId, keySecret: secret.toString('utf8') };
}

export const signedLinksRoutes = { create };
