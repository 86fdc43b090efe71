import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy, type Rendered } from './test-render.ts';

const root = join(deploy, '..');

/** Says where the types of each version lie; a kind that is not there is a fault. */
const PACKAGES: Readonly<Record<string, string>> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
};

type Model = { new (object: object): { validate: () => void } };

/**
 * Checks objects against the types of Kubernetes and KEDA: their schemas know formats and what is
 * required, and the compiler knows names that are not there.
 */
export async function findTypeFaults(objects: readonly Rendered[]): Promise<string[]> {
  const faults = await Promise.all(objects.map(findSchemaFaults));
  return [...faults.flat(), ...(await findUnknownNames(objects))];
}

async function findSchemaFaults(object: Rendered): Promise<string[]> {
  const { apiVersion, kind, metadata } = object;
  const name = PACKAGES[apiVersion];
  const models = name ? ((await import(name)) as Record<string, Model | undefined>) : {};
  const model = models[kind];
  if (!model) return [`${kind} of ${apiVersion} is not known`];
  try {
    new model(object).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function findUnknownNames(objects: readonly Rendered[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-types-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const known = objects.filter(({ apiVersion }) => PACKAGES[apiVersion]);
    const lines = known.map((object, at) => {
      const { apiVersion, kind } = object;
      return `import type { I${kind} as I${at} } from '${PACKAGES[apiVersion]}';
export const object${at}: I${at} = ${JSON.stringify(object, null, 2)};`;
    });
    await writeFile(join(folder, 'objects.ts'), lines.join('\n'));
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--ignoreConfig'];
    const modules = ['--module', 'nodenext', '--types', ''];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options, ...modules, 'objects.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    return status === 0 ? [] : stdout.trim().split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
