import { defineWork, enqueue } from '../../base/jobs.ts';
import { recordLook } from './actions/prove-domain.ts';
import { lookForProof } from './adapter.ts';
import { proveDomainJob } from './jobs.ts';
import { findClaim } from './queries/claims.ts';
import { getCheckPause } from './rules/domain-proof.ts';

export const proveDomainWork = defineWork(proveDomainJob, {
  handle: async ({ db, config }, { claimId }) => {
    const claim = await findClaim(db, { claimId });
    if (!claim || claim.isProven) return;
    const found = await lookForProof(claim.host, config);
    await db.transaction().execute(async (tx) => {
      const result = await recordLook(tx, claim, found);
      const pause = getCheckPause(claim.ageMs);
      if (result === null || result === 'proven' || pause === null) return;
      const group = { group: claim.teamId, startAfter: pause };
      await enqueue(tx, proveDomainJob, { claimId }, group);
    });
  },
});
