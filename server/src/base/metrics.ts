import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
// The library's histogram of delays wakes an idle process as often as it samples: it hardly does,
// its figures are left out, and the utilization below, which costs nothing, tells of a busy loop.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 60_000 });
for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
  metrics.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
}

let lastUtilization: EventLoopUtilization = performance.eventLoopUtilization();
export const eventLoopUtilization = new Gauge({
  name: 'kinora_event_loop_utilization',
  help: 'The share of the time since the last scrape in which the event loop was busy, 0 to 1',
  registers: [metrics],
  collect() {
    const utilization = performance.eventLoopUtilization();
    this.set(performance.eventLoopUtilization(utilization, lastUtilization).utilization);
    lastUtilization = utilization;
  },
});

export const requestsSeen = new Histogram({
  name: 'kinora_http_request_duration_seconds',
  help: 'HTTP requests by route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [metrics],
});

/** A gauge of how old the file is that tells countries. `getBuiltMs` returns Unix time. */
export function createGeoDatabaseGauge(getBuiltMs: () => number): Gauge {
  return new Gauge({
    name: 'kinora_geo_database_built_seconds',
    help: 'Unix time at which the file that tells countries was built',
    collect() {
      this.set(getBuiltMs() / 1000);
    },
    registers: [],
  });
}

/** It is set when it is read. */
export const publicationLag = new Gauge({
  name: 'kinora_publication_lag_seconds',
  help: 'For how long the oldest change that viewers do not see yet has waited',
  registers: [metrics],
});

/** It is set when it is read: workers are scaled by it (deploy/kubernetes). */
export const queuedPieces = new Gauge({
  name: 'kinora_queued_pieces',
  help: 'Pieces of videos that are being made or wait for a worker',
  registers: [metrics],
});
