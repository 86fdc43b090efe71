import { defineWork, enqueue, queueSweep } from '../../base/jobs.ts';
import { recordLookAgain } from './actions/look-again.ts';
import { recordLook } from './actions/prove-domain.ts';
import { lookForProof } from './adapter.ts';
import { proveDomainJob, sweepDomainsJob } from './jobs.ts';
import { findClaim, listDueLooks } from './queries/claims.ts';
import { getCheckPause } from './rules/domain-proof.ts';

const SWEEP_SECONDS = 3600;

export const sweepDomainsWork = defineWork(sweepDomainsJob, {
  handle: async ({ db }) => {
    await db.transaction().execute(async (tx) => {
      await queueSweep(tx, sweepDomainsJob, SWEEP_SECONDS);
      for (const { claimId, teamId } of await listDueLooks(tx))
        await enqueue(tx, proveDomainJob, { claimId }, { group: teamId });
    });
  },
});

export const proveDomainWork = defineWork(proveDomainJob, {
  handle: async ({ db, config }, { claimId }) => {
    const claim = await findClaim(db, { claimId });
    if (!claim || (claim.isProven && !claim.needsRecord)) return;
    const found = await lookForProof(claim.host, config);
    await db.transaction().execute(async (tx) => {
      if (claim.isProven) {
        await recordLookAgain(tx, claim, found);
        return;
      }
      const result = await recordLook(tx, claim, found);
      const pause = getCheckPause(claim.ageMs);
      if (result === null || result === 'proven' || pause === null) return;
      const group = { group: claim.teamId, startAfter: pause };
      await enqueue(tx, proveDomainJob, { claimId }, group);
    });
  },
});
