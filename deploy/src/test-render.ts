import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';

export const deploy = join(import.meta.dirname, '..');

/** A Kubernetes object; its kind determines its fields. */
export type Rendered = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
} & Record<string, unknown>;

// Debian's kubectl first asks a cluster for its version, by default whatever listens at port 8080 of this
// machine, and caches the answer below the home folder.
const noCluster = join(mkdtempSync(join(tmpdir(), 'kinora-kubectl-')), 'config');
writeFileSync(
  noCluster,
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'none', cluster: { server: 'http://127.0.0.1:0' } }],
    contexts: [{ name: 'none', context: { cluster: 'none' } }],
    'current-context': 'none',
  }),
);
const env = { ...process.env, KUBECONFIG: noCluster };

/** Says why nothing can be rendered here; false where it can. */
export const noKubectl: string | false =
  spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore', env }).error !== undefined &&
  'kubectl is not installed: apt-get install kubernetes-client';

/** Renders a folder of deploy/kubernetes. @throws Error with the words of kubectl */
export function render(folder: string): Rendered[] {
  const path = join(deploy, 'kubernetes', folder);
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path], {
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Rendered);
}

export function copy(objects: readonly Rendered[]): Rendered[] {
  return structuredClone([...objects]);
}

/** @throws Error when there is none */
export function find(objects: readonly Rendered[], kind: string, name: string): Rendered {
  const found = objects.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}
