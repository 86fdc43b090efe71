import { createSegmentRequests } from '@kinora/edge/segment-requests';
import { startEdge } from '@kinora/edge/start';
import { openStorage } from '@kinora/storage/storage';
import { edgeToken } from '../base/edge-token.ts';
import { openLog } from '../base/log.ts';
import { metrics, requestsSeen } from '../base/metrics.ts';
import { portIsFree, runRole } from './run-role.ts';

/**
 * The playback edge: storage is all it knows, so it outlives the API and the database. The API is
 * told which segment a viewer waits for, and nothing is asked of it.
 */
await runRole('edge', async (config) => {
  const { host, edgePort, edgeUrl, storageUrl, secrets } = config;
  const storage = await openStorage(storageUrl, secrets.storageEnv, { readOnly: true });
  await portIsFree('EDGE_PORT', host, edgePort);
  const edge = await startEdge({
    host,
    port: edgePort,
    storage,
    log: openLog('edge'),
    requestSegment: createSegmentRequests(config.apiUrl, edgeToken(secrets.secretKey)),
    trustedProxies: config.trustedProxies,
    httpsOnly: edgeUrl.startsWith('https:'),
    metrics,
    observe: ({ method, kind, status, durationMs }) =>
      requestsSeen.observe({ method, route: kind, status: String(status) }, durationMs / 1000),
  });
  return async () => {
    await edge.close();
    await storage.close();
  };
});
