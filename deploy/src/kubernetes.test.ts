import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IConfigMap, IContainer, IService } from 'kubernetes-models/v1';
import { readConfig } from '@kinora/server/base/config';
import { openStorage } from '@kinora/storage/storage';
import { copy, find, noKubectl, render, type Rendered } from './test-render.ts';
import { deploymentsOf, findRuleFaults } from './test-rules.ts';
import { findTypeFaults } from './test-types.ts';

const FOLDERS = ['base', 'overlays/small', 'overlays/large', 'overlays/nginx'];
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgres://kinora:secret@database.test/kinora',
  SECRET_KEY: '6f1e0b7d5c934a28b1f7e2d90c8a5b43',
  SMTP_URL: 'smtps://user:password@mail.test',
  ADMIN_EMAIL: 'admin@kinora.test',
  ADMIN_PASSWORD: 'mango sticky rice 42',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

describe('deploy/kubernetes', { skip: noKubectl }, () => {
  for (const folder of FOLDERS) {
    it(`${folder} is of the types of Kubernetes and KEDA, and holds our rules`, async () => {
      const objects = render(folder);
      assert.deepEqual(
        deploymentsOf(objects).map(({ metadata }) => metadata?.name),
        ['kinora-api', 'kinora-edge', 'kinora-worker'],
      );
      assert.deepEqual(await findTypeFaults(objects), []);
      assert.deepEqual(findRuleFaults(objects), []);
    });
  }

  it('gives each process settings with which it starts', () => {
    for (const folder of FOLDERS.slice(1)) {
      const objects = render(folder);
      const roles = deploymentsOf(objects).map(({ metadata, spec }) => {
        const container = spec?.template.spec?.containers[0];
        const config = readConfig(environmentOf(container, objects));
        assert.equal(metadata?.name, `kinora-${config.roles.join()}`);
        assert.match(config.publicUrl, /^https:/);
        assert.match(config.storageUrl, /^s3:/);
        assert.equal(config.secrets.databaseUrl === null, config.roles.join() === 'edge');
        // Processes that read or serve strangers' files must not have the secrets of accounts and mails.
        const isApi = config.roles.join() === 'api';
        assert.equal(config.secrets.adminPassword !== null, isApi);
        assert.equal(config.secrets.smtpUrl !== null, isApi);
        assert.equal(config.workerSlots === null, config.roles.join() !== 'worker');
        return config.roles.join();
      });
      assert.deepEqual(roles, ['api', 'edge', 'worker']);
    }
  });

  it('scales workers by twice the pieces that one makes at once', () => {
    for (const folder of FOLDERS) {
      const objects = render(folder);
      const worker = deploymentsOf(objects).find(({ metadata }) =>
        metadata?.name?.endsWith('worker'),
      );
      const slots = worker?.spec?.template.spec?.containers[0]?.resources?.limits?.['cpu'];
      const { spec } = find(objects, 'ScaledObject', 'kinora-worker') as unknown as {
        spec: { triggers: { metadata: { targetValue: string } }[] };
      };
      assert.equal(Number(spec.triggers[0]?.metadata.targetValue), 2 * Number(slots));
    }
  });

  it('puts an nginx between viewers and each edge, in its pod and with its folder', async () => {
    const objects = render('overlays/nginx');
    const edge = deploymentsOf(objects).find(({ metadata }) => metadata?.name === 'kinora-edge');
    const [own, nginx] = edge?.spec?.template.spec?.containers ?? [];
    const { nginxSocket, storageUrl, trustedProxies } = readConfig(environmentOf(own, objects));
    const folder = dirname(nginxSocket ?? '');
    assert.equal(nginxSocket, `${folder}/edge.sock`);
    assert.equal(nginx?.image, own?.image);
    assert.deepEqual(nginx?.args, ['deploy/nginx/run.sh', folder]);
    assert.deepEqual(nginx?.ports, [{ name: 'nginx', containerPort: 8082 }]);
    for (const { volumeMounts } of [own, nginx].filter((one) => one !== undefined)) {
      const mount = volumeMounts?.find(({ mountPath }) => mountPath === folder);
      assert.equal(mount?.name, 'nginx');
    }
    const given = environmentOf(nginx, objects);
    assert.equal(given['STORAGE_URL'], storageUrl);
    assert.equal(given['TRUSTED_PROXIES'], trustedProxies.join());
    const storage = await openStorage(storageUrl, secrets);
    const url = new URL((await storage.signUrl('streams/a', 60)) ?? '');
    assert.equal(given['NGINX_STORE'], url.origin);
    await storage.close();
    const { spec } = find(objects, 'Service', 'kinora-edge') as unknown as IService;
    assert.deepEqual(spec?.ports, [{ name: 'http', port: 8081, targetPort: 'nginx' }]);
    const policy = find(objects, 'NetworkPolicy', 'kinora-edge') as unknown as INetworkPolicy;
    const open = policy.spec?.ingress?.flatMap(({ ports }) => ports?.map(({ port }) => port));
    assert.ok(open?.includes(8082));
  });

  it('sees each of these faults', async () => {
    const objects = render('overlays/small');
    for (const [change, fault] of faults) {
      const changed = copy(objects);
      change(changed);
      const broken = findRuleFaults(changed);
      // The compiler takes a second.
      const found = broken.length > 0 ? broken : await findTypeFaults(changed);
      assert.match(found.join('\n'), fault);
    }
  });
});

function environmentOf(container: IContainer | undefined, objects: readonly Rendered[]) {
  const given = container?.envFrom?.flatMap(({ configMapRef }) => {
    const map = find(objects, 'ConfigMap', configMapRef?.name ?? '') as unknown as IConfigMap;
    return Object.entries(map.data ?? {});
  });
  const own = container?.env?.map(({ name, value, valueFrom }) => {
    const field = valueFrom?.resourceFieldRef?.resource.split('.')[1];
    if (field) return [name, String(container.resources?.limits?.[field])];
    return [name, value ?? secrets[valueFrom?.secretKeyRef?.key ?? '']];
  });
  return Object.fromEntries([...(given ?? []), ...(own ?? [])]) as NodeJS.ProcessEnv;
}

type Editable = { [key: string]: Editable };

/** Follows a path of names and numbers to the object that holds the last. */
function edit(kind: string, name: string, path: string, value: unknown) {
  return (objects: Rendered[]) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = find(objects, kind, name) as unknown as Editable;
    for (const key of keys) at = at[key] as Editable;
    if (value === undefined) delete at[last];
    else at[last] = value as Editable;
  };
}

const container = 'spec.template.spec.containers.0';
const faults: [change: (objects: Rendered[]) => void, fault: RegExp][] = [
  [
    edit('Deployment', 'kinora-api', 'spec.template.spec.securityContext.runAsNonRoot', false),
    /api: may run as root/,
  ],
  [
    edit(
      'Deployment',
      'kinora-edge',
      `${container}.securityContext.readOnlyRootFilesystem`,
      undefined,
    ),
    /edge: writes to its own files/,
  ],
  [
    edit('Deployment', 'kinora-worker', `${container}.securityContext.capabilities.add`, [
      'SYS_ADMIN',
    ]),
    /worker: keeps capabilities/,
  ],
  [edit('Deployment', 'kinora-worker', 'spec.template.spec.hostUsers', undefined), /worker: masks/],
  [
    edit('Deployment', 'kinora-api', `${container}.resources.limits.memory`, undefined),
    /api: limits no memory/,
  ],
  [
    edit('Deployment', 'kinora-api', `${container}.env.0.name`, 'ROLE'),
    /api: sets ROLE, which nobody reads/,
  ],
  [
    edit('Deployment', 'kinora-api', `${container}.env.1`, { name: 'DATABASE_URL', value: 'x' }),
    /api: has DATABASE_URL in a file/,
  ],
  [
    edit('Deployment', 'kinora-api', 'spec.template.spec.terminationGracePeriodSeconds', 5),
    /api: has too little time/,
  ],
  [
    edit('NetworkPolicy', 'kinora-edge', 'spec.ingress.0.from', undefined),
    /edge: is called by everybody/,
  ],
  [edit('NetworkPolicy', 'kinora-api', 'spec.egress.1.to', undefined), /api: reaches the cluster/],
  [
    edit('NetworkPolicy', 'kinora-worker', 'spec.egress.1.to.0.ipBlock.except', []),
    /worker: reaches private networks/,
  ],
  [edit('Deployment', 'kinora-worker', 'spec.replicas', 3), /kinora-worker is counted twice/],
  [
    edit('HorizontalPodAutoscaler', 'kinora-edge', 'spec.scaleTargetRef.name', 'edge'),
    /scales edge, which is not there/,
  ],
  [
    edit('PodDisruptionBudget', 'kinora-worker', 'spec.selector.matchLabels', { app: 'worker' }),
    /worker: has no disruption budget/,
  ],
  [edit('Deployment', 'kinora-api', `${container}.readOnly`, true), /"readOnly"' does not exist/],
  [
    edit('Deployment', 'kinora-api', `${container}.ports.0.containerPort`, '8080'),
    /containerPort must be integer/,
  ],
  [edit('ScaledObject', 'kinora-worker', 'spec.maxReplicas', 8), /"maxReplicas"' does not exist/],
  [edit('Service', 'kinora-api', 'apiVersion', 'v2'), /Service of v2 is not known/],
];
