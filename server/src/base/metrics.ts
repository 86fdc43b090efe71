import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

export const requestsSeen = new Histogram({
  name: 'kinora_http_request_duration_seconds',
  help: 'HTTP requests by route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [metrics],
});

/** It is set when it is read. */
export const publicationLag = new Gauge({
  name: 'kinora_publication_lag_seconds',
  help: 'For how long the oldest change that viewers do not see yet has waited',
  registers: [metrics],
});
