// Reads FairPlay's files for `fairplay.ts`, which ends this process when it is late.
import { answerParent } from '../../../base/child-program.ts';
import { type FairplayFiles, readFairplay } from '../rules/fairplay.ts';

const readFiles = ({ now, ...files }: FairplayFiles & { now: Date }) => readFairplay(files, now);
export type ReadFiles = typeof readFiles;

await answerParent(readFiles);
