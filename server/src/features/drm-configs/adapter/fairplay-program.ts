// Reads FairPlay's files for `fairplay.ts`, which ends this process when it is late.
import { answerParent } from '../../../base/child-program.ts';
import { type FairplayFiles, readFairplay } from '../rules/fairplay.ts';

export type ReadFiles = FairplayFiles & { now: Date };

await answerParent(({ now, ...files }: ReadFiles) => readFairplay(files, now));
