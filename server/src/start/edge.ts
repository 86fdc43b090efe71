import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { openServiceEgress } from '@kinora/edge/licences/licence-service';
import { createSegmentRequests } from '@kinora/edge/segment-requests';
import { startEdge } from '@kinora/edge/start';
import { openStorage } from '@kinora/storage/storage';
import { deriveEdgeToken } from '../base/edge-token.ts';
import { unseal } from '../base/secrets.ts';
import { nameKeyPlace } from '../features/drm/rules.ts';
import { deriveTeamViewerKey } from '../features/playback-channels/rules.ts';
import { sealRefusal } from '../features/access-checks/rules/request-id.ts';
import { getSecretPlace } from '../features/url-signing-keys/rules.ts';
import { openLog } from '../base/log.ts';
import {
  createGeoDatabaseGauge,
  createPlaybackFigures,
  metrics,
  requestsSeen,
} from '../base/metrics.ts';
import { waitForPort, runRole } from './run-role.ts';

/**
 * The playback edge knows only storage, so it outlives the API and the database. It asks the API for segments
 * that viewers wait for, but does not depend on an answer.
 */
await runRole('edge', async (config) => {
  const { host, edgePort, edgeUrl, nginxSocket, storageUrl, secrets, trustedProxies } = config;
  const storage = await openStorage(storageUrl, secrets.storageEnv, { readOnly: true });
  const log = openLog('edge');
  const countries = await openCountries(config.geoDatabase ?? getPackagedCountries(), log);
  metrics.registerMetric(createGeoDatabaseGauge(() => countries.builtAtMs()));
  await waitForPort('EDGE_PORT', host, edgePort);
  const edge = await startEdge({
    host,
    port: edgePort,
    nginxSocket,
    storage,
    log,
    requestSegment: createSegmentRequests(config.apiUrl, deriveEdgeToken(secrets.secretKey)),
    trustedProxies,
    access: {
      teamKey: deriveTeamViewerKey(secrets.secretKey),
      openSecret: (keyId, sealed) => unseal(secrets.secretKey, getSecretPlace(keyId), sealed),
      openStreamKey: (place, sealed) => unseal(secrets.secretKey, nameKeyPlace(place), sealed),
      openDrmSecret: (place, sealed) => unseal(secrets.secretKey, place, sealed),
      egress: openServiceEgress(config.allowPrivateNetworks),
      findCountry: (address) => countries.find(address),
      sealRefusal: (refused) => sealRefusal(secrets.secretKey, refused),
    },
    httpsOnly: isHttps(edgeUrl),
    metrics,
    observePlayback: createPlaybackFigures(),
    observe: ({ method, kind, status, durationMs }) =>
      requestsSeen.observe({ method, route: kind, status: String(status) }, durationMs / 1000),
  });
  return async () => {
    countries.close();
    await edge.close();
    await storage.close();
  };
});

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
