import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';
import { deploy, find, noKubectl, render } from './test-render.ts';
import { deploymentsOf } from './test-rules.ts';

const program = join(deploy, '../server/src/start/all.ts');

test(
  'the product answers each probe of a cluster, and says the figure that workers are scaled by',
  { skip: noKubectl },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-answers-'));
    const [PORT, EDGE_PORT] = [String(await findFreePort()), String(await findFreePort())];
    const child = spawn(process.execPath, [program], {
      env: { DATA_DIR: folder, PORT, EDGE_PORT, SAMPLE: '0', ROLES: 'api,edge' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exit = once(child, 'exit');
    const get = async (port: string, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const isReady = async (port: string) =>
      (await get(port, '/readyz').catch(() => null))?.status === 200;
    try {
      await until('readiness', async () => (await isReady(PORT)) && isReady(EDGE_PORT));
      const objects = render('overlays/small');
      const probed = deploymentsOf(objects).flatMap(({ spec }) =>
        (spec?.template.spec?.containers ?? []).flatMap(({ ports, ...container }) =>
          [container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap(
            (probe) => {
              const port = ports?.find(({ name }) => name === probe?.httpGet?.port);
              if (!probe?.httpGet?.path || !port) return [];
              return [{ path: probe.httpGet.path, port: toOwnPort(port.containerPort) }];
            },
          ),
        ),
      );
      assert.equal(probed.length, 6);
      for (const { path, port } of probed) {
        assert.equal((await get(port, path)).status, 200, `${path} of ${port}`);
      }
      const { spec } = find(objects, 'ScaledObject', 'kinora-worker') as unknown as {
        spec: { triggers: { metadata: { url: string; valueLocation: string } }[] };
      };
      const { url = '', valueLocation } = spec.triggers[0]?.metadata ?? {};
      const { hostname, port, pathname } = new URL(url);
      assert.equal(hostname, 'kinora-api.kinora');
      assert.ok(find(objects, 'Service', 'kinora-api').metadata.namespace === 'kinora');
      const figures = await (await get(toOwnPort(Number(port)), pathname)).text();
      assert.match(figures, new RegExp(`^${valueLocation} 0$`, 'm'));
    } finally {
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true });
    }

    /** Ports are other ones here; the image says which are its own. */
    function toOwnPort(port: number): string {
      const own: Record<number, string> = { 8080: PORT, 8081: EDGE_PORT };
      return own[port] ?? assert.fail(`nobody listens on ${port}`);
    }
  },
);
