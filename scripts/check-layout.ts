import { fileURLToPath } from 'node:url';
import { addressesHaveOneWriter } from './layout/addresses.ts';
import { featureCircles, fileCircles } from './layout/circles.ts';
import { browserTestsByName, onlyWorkersWork } from './layout/closures.ts';
import {
  featureDirections,
  layerDirections,
  onlyWhereTheyRun,
  noTestsInProduct,
  rootDirections,
} from './layout/directions.ts';
import { sameFeatureNames } from './layout/feature-names.ts';
import {
  barrels,
  benchesHoldPromises,
  explainedSuppressions,
  featureVocabulary,
  fileSizes,
  foldersPerScreen,
  insideApps,
  markdownLinks,
  migrationNumbers,
  names,
  rootFolders,
} from './layout/placement.ts';
import { linearPatterns } from './layout/patterns.ts';
import { plainFields } from './layout/plain-fields.ts';
import { type Fault, readTree, type Tree } from './layout/source.ts';
import {
  changesAreTold,
  requestsWriteInOnePlace,
  writesAreAnnounced,
} from './layout/announced-writes.ts';
import { foreignReadsShrink } from './layout/foreign-reads.ts';
import {
  everyTableIsOwned,
  revisionColumnsHaveOneWriter,
  tablesHaveOneWriter,
} from './layout/table-owners.ts';
import {
  databaseInServer,
  environmentInConfig,
  outgoingHttpThroughEgress,
  overlaysOnDemand,
  processesInMedia,
  sqlInQueriesAndActions,
  teamsBehindWalls,
  textIsNormalizedOnce,
} from './layout/walls.ts';

const RULES = [
  rootFolders,
  insideApps,
  featureVocabulary,
  names,
  barrels,
  benchesHoldPromises,
  fileSizes,
  migrationNumbers,
  markdownLinks,
  sameFeatureNames,
  explainedSuppressions,
  rootDirections,
  layerDirections,
  featureDirections,
  onlyWhereTheyRun,
  noTestsInProduct,
  browserTestsByName,
  fileCircles,
  featureCircles,
  sqlInQueriesAndActions,
  databaseInServer,
  environmentInConfig,
  processesInMedia,
  overlaysOnDemand,
  foldersPerScreen,
  outgoingHttpThroughEgress,
  teamsBehindWalls,
  textIsNormalizedOnce,
  linearPatterns,
  plainFields,
  everyTableIsOwned,
  tablesHaveOneWriter,
  revisionColumnsHaveOneWriter,
  onlyWorkersWork,
  addressesHaveOneWriter,
  foreignReadsShrink,
  changesAreTold,
  writesAreAnnounced,
  requestsWriteInOnePlace,
];

/** Holds a tree against docs/architecture.md: where files lie, what they may import, how long. */
export function checkLayout(tree: Tree): Fault[] {
  return RULES.flatMap((rule) => rule(tree));
}

if (import.meta.main) {
  const faults = checkLayout(await readTree(fileURLToPath(new URL('..', import.meta.url))));
  for (const { path, line, message } of faults) {
    console.error(`${line === undefined ? path : `${path}:${line}`}: ${message}`);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
}
