import { defineWork, queueSweep, type Work } from '../../../base/jobs.ts';
import type { PublishedDocuments } from '../../../base/published-documents.ts';
import { listChangesJob, publishJob, sweepChangesJob, sweepPublicationsJob } from '../jobs.ts';
import { listChanges, sweepChanges } from './list.ts';
import { publish } from './publish.ts';
import { sweepPublications } from './sweep.ts';

const SWEEP_SECONDS = 60;

/** The work by which edges get these kinds of documents. */
export function toPublishingWork(documents: PublishedDocuments): readonly Work[] {
  return [
    defineWork(publishJob, {
      handle: (context, name, { signal }) => publish(context, documents, name, signal),
    }),
    defineWork(sweepPublicationsJob, {
      handle: async (context, _payload, { signal }) => {
        await context.db
          .transaction()
          .execute((tx) => queueSweep(tx, sweepPublicationsJob, SWEEP_SECONDS));
        await sweepPublications(context, documents, signal);
      },
    }),
    defineWork(listChangesJob, {
      // A try before this one may have left an older list in storage.
      handle: (context, { isForced }, { signal, token }) =>
        listChanges(context, documents, isForced || token.retryCount > 0, signal),
    }),
    defineWork(sweepChangesJob, {
      handle: (context, _payload, { signal }) => sweepChanges(context, documents, signal),
    }),
  ];
}
