import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { settingNames } from '@kinora/server/base/config';
import { deploy, type Rendered } from './test-render.ts';

/** A process takes 11 s to end at most (server/src/start), and waits 5 s before. */
const MIN_GRACE_SECONDS = 20;
const SECRETS = new Set([
  'SECRET_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]);

const run = readFileSync(join(deploy, 'nginx/run.sh'), 'utf8');
const ofNginx = [...run.matchAll(/\$\{(NGINX_[A-Z]+)/g)].map(([, name]) => name);

const isSetting = (name: string) =>
  settingNames.includes(name) || /^AWS_[A-Z_]+$/.test(name) || ofNginx.includes(name);

export function deploymentsOf(objects: readonly Rendered[]): IDeployment[] {
  return objects.filter(({ kind }) => kind === 'Deployment') as unknown as IDeployment[];
}

/** Holds rendered objects against rules of ours that the types don't know. */
export function findRuleFaults(objects: readonly Rendered[]): string[] {
  const deployments = deploymentsOf(objects);
  return [
    ...objects
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata }) => `Secret ${metadata.name} stands in a file`),
    ...objects.filter(({ kind }) => kind === 'ConfigMap').flatMap(findConfigFaults),
    ...objects.flatMap((object) => findTargetFaults(object, deployments)),
    ...objects.filter(({ kind }) => kind === 'NetworkPolicy').flatMap(findNetworkFaults),
    ...deployments.flatMap((deployment) => {
      const pod = deployment.spec?.template.spec;
      const name = deployment.metadata?.name ?? '';
      if (!pod) return [`${name} has no pods`];
      return [
        ...findPodFaults(pod),
        ...findCompanionFaults(deployment, objects),
        ...pod.containers.flatMap((container) => findContainerFaults(container, pod)),
      ].map((fault) => `${name}: ${fault}`);
    }),
  ];
}

/** Names the faults whose condition holds. */
function list(faults: Record<string, boolean>): string[] {
  return Object.entries(faults).flatMap(([fault, holds]) => (holds ? [fault] : []));
}

function findPodFaults(pod: IPodSpec): string[] {
  const security = pod.securityContext;
  const profile = security?.seccompProfile?.type ?? 'Unconfined';
  return list({
    'may run as root': security?.runAsNonRoot !== true || !security.runAsUser,
    'has no filter of system calls': profile === 'Unconfined',
    'gets a token of the cluster': pod.automountServiceAccountToken !== false,
    "shares the node's namespaces": Boolean(pod.hostNetwork || pod.hostPID || pod.hostIPC),
    'has too little time to end': (pod.terminationGracePeriodSeconds ?? 0) < MIN_GRACE_SECONDS,
    'is not spread over nodes': !pod.topologySpreadConstraints?.length,
    'writes elsewhere than to bounded folders of its own': Boolean(
      pod.volumes?.some(({ emptyDir }) => !emptyDir?.sizeLimit),
    ),
  });
}

function findContainerFaults(container: IContainer, pod: IPodSpec): string[] {
  const { securityContext: security, resources, env = [], volumeMounts = [] } = container;
  const ports = container.ports?.map(({ name }) => name) ?? [];
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  const mounts = volumeMounts.map(({ mountPath }) => mountPath);
  return [
    ...list({
      'may become more than it is': security?.allowPrivilegeEscalation !== false,
      'is privileged': Boolean(security?.privileged),
      'writes to its own files': security?.readOnlyRootFilesystem !== true,
      'keeps capabilities':
        security?.capabilities?.drop?.join() !== 'ALL' || Boolean(security.capabilities.add),
      'masks /proc off for more than a cage':
        security?.procMount === 'Unmasked' && pod.hostUsers !== false,
      'has nowhere to write':
        !mounts.includes('/tmp') || !(mounts.includes('/data') || container.args !== undefined),
      'has a port and no probes': ports.length > 0 && probes.some((probe) => !probe),
      'is probed at a port that it has not': probes.some(
        (probe) => probe?.httpGet && !ports.includes(String(probe.httpGet.port)),
      ),
    }),
    ...['requests', 'limits'].flatMap((bound) =>
      ['cpu', 'memory'].flatMap((what) => {
        const amounts = resources?.[bound as 'requests' | 'limits'];
        return amounts?.[what] === undefined ? [`${bound} no ${what}`] : [];
      }),
    ),
    ...env.flatMap(({ name, value }) => [
      ...(isSetting(name) ? [] : [`sets ${name}, which nobody reads`]),
      ...(SECRETS.has(name) && value !== undefined ? [`has ${name} in a file`] : []),
    ]),
  ];
}

function findConfigFaults(object: Rendered): string[] {
  return Object.keys((object['data'] ?? {}) as Record<string, string>).flatMap((name) => {
    if (SECRETS.has(name)) return [`${name} stands in a file`];
    return isSetting(name) ? [] : [`sets ${name}, which nobody reads`];
  });
}

type Companion = Record<'selector' | 'podSelector', { matchLabels: object } | undefined>;

/** Each deployment has a budget of disruptions and a policy of the network for exactly its pods. */
function findCompanionFaults(deployment: IDeployment, objects: readonly Rendered[]): string[] {
  const pods = JSON.stringify(deployment.spec?.selector.matchLabels);
  const labels = deployment.spec?.template.metadata?.labels ?? {};
  const selected = Object.entries(deployment.spec?.selector.matchLabels ?? { none: '' });
  const selectors = (kind: string) =>
    objects
      .filter((each) => each.kind === kind)
      .map((each) => each['spec'] as Companion)
      .map(({ selector, podSelector }) => JSON.stringify((podSelector ?? selector)?.matchLabels));
  return list({
    'selects pods that it does not make': selected.some(([key, value]) => labels[key] !== value),
    'has no disruption budget': !selectors('PodDisruptionBudget').includes(pods),
    'has no policy of the network': !selectors('NetworkPolicy').includes(pods),
  });
}

/** The cluster's services and the cloud's, which hand out rights, have such addresses. */
const PRIVATE = ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];
/** Names and PostgreSQL, wherever they are. */
const PORTS_ANYWHERE = [53, 5432];

function findNetworkFaults(object: Rendered): string[] {
  const { ingress = [], egress = [] } = (object as unknown as INetworkPolicy).spec ?? {};
  const blocks = egress.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock));
  return list({
    'is called by everybody in the cluster': ingress.some(
      ({ from = [] }) => from.length === 0 || from.some((each) => each.ipBlock !== undefined),
    ),
    'is called at every port': ingress.some(({ ports = [] }) => ports.length === 0),
    "reaches the cluster's own services": egress.some(
      ({ to = [], ports = [] }) =>
        to.length === 0 &&
        (ports.length === 0 || ports.some(({ port }) => !PORTS_ANYWHERE.includes(Number(port)))),
    ),
    'reaches private networks': blocks.some(
      (block) =>
        block?.cidr === '0.0.0.0/0' && PRIVATE.some((range) => !block.except?.includes(range)),
    ),
  }).map((fault) => `${object.metadata.name}: ${fault}`);
}

function findTargetFaults(object: Rendered, deployments: readonly IDeployment[]): string[] {
  const spec = object['spec'] as { scaleTargetRef?: { name: string } } | undefined;
  const target = spec?.scaleTargetRef?.name;
  if (target === undefined) return [];
  const found = deployments.find(({ metadata }) => metadata?.name === target);
  if (!found) return [`${object.kind} scales ${target}, which is not there`];
  return found.spec?.replicas === undefined ? [] : [`${target} is counted twice`];
}
