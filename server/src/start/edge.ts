import { isIPv6 } from 'node:net';
import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { copyCountries, type NginxSettings, prepareNginx } from '@kinora/edge/nginx/prepare';
import { openServiceEgress } from '@kinora/edge/licences/licence-service';
import { createSegmentRequests } from '@kinora/edge/segment-requests';
import { startEdge } from '@kinora/edge/start';
import { openStorage } from '@kinora/storage/storage';
import { type Config, ConfigError, toReachableHost } from '../base/config.ts';
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

const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * The playback edge: storage is all it knows, so it outlives the API and the database. It requests
 * from the API the segment that a viewer waits for, and needs no answer.
 */
await runRole('edge', async (config) => {
  const { host, edgePort, edgeUrl, storageUrl, secrets } = config;
  const storage = await openStorage(storageUrl, secrets.storageEnv, { readOnly: true });
  const log = openLog('edge');
  const geoDatabase = config.geoDatabase ?? getPackagedCountries();
  const settings = toNginxSettings(config, storage, geoDatabase);
  const countries = await openCountries(geoDatabase, log, {
    onReplaced: async () => {
      if (settings) await copyCountries(settings);
    },
  });
  metrics.registerMetric(createGeoDatabaseGauge(() => countries.builtAtMs()));
  await waitForPort('EDGE_PORT', host, edgePort);
  const nginx = settings && (await prepare(settings));
  const edge = await startEdge({
    host,
    port: edgePort,
    storage,
    log,
    requestSegment: createSegmentRequests(config.apiUrl, deriveEdgeToken(secrets.secretKey)),
    // nginx has told clients apart, and says so from this machine.
    trustedProxies: settings ? [...config.trustedProxies, ...LOOPBACK] : config.trustedProxies,
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
    ...(nginx && { nginx }),
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

/** Null where viewers reach the edge itself. */
function toNginxSettings(
  { nginx, host, edgePort, edgeUrl, trustedProxies }: Config,
  storage: NginxSettings['storage'],
  geoDatabase: string,
): NginxSettings | null {
  if (!nginx) return null;
  const shownHost = isIPv6(host) ? `[${host}]` : host;
  return {
    folder: nginx.folder,
    listen: `${shownHost}:${nginx.port}`,
    edgeUrl: `http://${toReachableHost(host)}:${edgePort}`,
    storage,
    trustedProxies,
    geoDatabase,
    httpsOnly: isHttps(edgeUrl),
  };
}

async function prepare(settings: NginxSettings) {
  try {
    return { folder: settings.folder, place: await prepareNginx(settings) };
  } catch (error) {
    throw new ConfigError(`NGINX_FOLDER can’t be used: ${String(error)}`);
  }
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
