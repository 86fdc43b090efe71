import { type Fault, featureFile, isShipped, type Rule } from './source.ts';

/** Contract files that are not a feature: shapes that several share, and the list of all. */
const SHARED_CONTRACTS = new Set([
  'bounds',
  'call',
  'client-address',
  'countries',
  'answering-sockets',
  'ad-tag',
  'domain-names',
  'edge-reasons',
  'drm-outputs',
  'drm-secrets',
  'drm-services',
  'embed-code',
  'errors',
  'field-rules',
  'key-server-endpoint',
  'key-server-failures',
  'fields',
  'jwt-algorithm',
  'language',
  'lists',
  'media-kinds',
  'name-schema',
  'network',
  'normalise-text',
  'note',
  'playback-report',
  'player-options',
  'project-member-rules',
  'published',
  'refusal-pace',
  'request-id',
  'team-things',
  'typed-address',
  'uses',
  'video-sources',
  'preset-input',
  'preset-look-ups',
  'preset-rules',
  'preset-tracks',
  'router',
  'stream',
]);

/**
 * Features of the console alone: the guides are read from docs/help when it is built, and the palette finds what
 * other features have.
 */
const WITHOUT_SERVER = new Set(['help', 'palette']);

/** A feature has one name in server, console and contract, so that it is found by typing it once. */
export const sameFeatureNames: Rule = (tree) => {
  const names = { server: new Set<string>(), console: new Set<string>() };
  for (const path of tree.keys()) {
    const file = featureFile(path);
    if (file) names[file.app].add(file.feature);
  }
  const contracts = contractNames([...tree.keys()]);
  const faults: Fault[] = [];
  for (const name of names.server) {
    const hasRoutes = tree.has(`server/src/features/${name}/routes.ts`);
    if (!hasRoutes || contracts.has(name)) continue;
    const message = `has routes but no contract/src/${name}.ts, nor a folder of that name: a feature has the same name in both`;
    faults.push({ path: `server/src/features/${name}`, message });
  }
  for (const name of names.console) {
    if (names.server.has(name) || WITHOUT_SERVER.has(name)) continue;
    const message = `there is no server/src/features/${name}: a feature has the same name in both`;
    faults.push({ path: `console/src/features/${name}`, message });
  }
  for (const name of contracts) {
    if (names.server.has(name) || SHARED_CONTRACTS.has(name)) continue;
    const message = `there is no server/src/features/${name}; shapes that several features share are listed in scripts/layout/feature-names.ts`;
    faults.push({ path: `contract/src/${name}.ts`, message });
  }
  return faults;
};

/** A contract is a file of a feature's name, or a folder where it is too long for one. */
function contractNames(paths: readonly string[]): Set<string> {
  const files = paths.filter((path) => path.startsWith('contract/src/') && path.endsWith('.ts'));
  return new Set(
    files
      .filter(isShipped)
      .map((path) => path.replace(/^contract\/src\/([^/]+?)(\.ts|\/.+)$/, '$1')),
  );
}
