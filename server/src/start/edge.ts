import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { createSegmentRequests } from '@kinora/edge/segment-requests';
import { startEdge } from '@kinora/edge/start';
import { openStorage } from '@kinora/storage/storage';
import { deriveEdgeToken } from '../base/edge-token.ts';
import { unseal } from '../base/secrets.ts';
import { deriveTeamViewerKey } from '../features/playback-channels/rules.ts';
import { getSecretPlace } from '../features/url-signing-keys/rules.ts';
import { openLog } from '../base/log.ts';
import { createGeoDatabaseGauge, metrics, requestsSeen } from '../base/metrics.ts';
import { waitForPort, runRole } from './run-role.ts';

/**
 * The playback edge: storage is all it knows, so it outlives the API and the database. It requests
 * from the API the segment that a viewer waits for, and needs no answer.
 */
await runRole('edge', async (config) => {
  const { host, edgePort, edgeUrl, storageUrl, secrets } = config;
  const storage = await openStorage(storageUrl, secrets.storageEnv, { readOnly: true });
  const log = openLog('edge');
  const countries = await openCountries(config.geoDatabase ?? getPackagedCountries(), log);
  metrics.registerMetric(createGeoDatabaseGauge(() => countries.builtAtMs()));
  await waitForPort('EDGE_PORT', host, edgePort);
  const edge = await startEdge({
    host,
    port: edgePort,
    storage,
    log,
    requestSegment: createSegmentRequests(config.apiUrl, deriveEdgeToken(secrets.secretKey)),
    trustedProxies: config.trustedProxies,
    access: {
      teamKey: deriveTeamViewerKey(secrets.secretKey),
      openSecret: (keyId, sealed) => unseal(secrets.secretKey, getSecretPlace(keyId), sealed),
      findCountry: (address) => countries.find(address),
    },
    httpsOnly: edgeUrl.startsWith('https:'),
    metrics,
    observe: ({ method, kind, status, durationMs }) =>
      requestsSeen.observe({ method, route: kind, status: String(status) }, durationMs / 1000),
  });
  return async () => {
    countries.close();
    await edge.close();
    await storage.close();
  };
});
