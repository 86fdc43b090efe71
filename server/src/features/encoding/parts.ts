import type { Output } from '@kinora/contract/videos/outputs';
import { definePart } from '../video-parts/parts.ts';
import { listOutputs } from './queries/outputs.ts';

/** The renditions, in order; none before a source was planned. */
export const outputsPart = definePart({
  name: 'outputs',
  at: 'vod',
  by: 'revisionKey',
  load: async (db, _team, revisionKeys) => {
    const rows = await listOutputs(db, revisionKeys);
    const byRevision = Map.groupBy(rows, ({ revisionKey }) => revisionKey);
    return new Map([...byRevision].map(([key, own]) => [key, own.map(({ output }) => output)]));
  },
  absent: [],
  present: (outputs: Output[]) => ({ outputs }),
});
