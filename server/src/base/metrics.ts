import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { PlaybackReport } from '@kinora/contract/playback-report';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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

/** The gauge is computed at each scrape. */
export const publicationLag = new Gauge({
  name: 'kinora_publication_lag_seconds',
  help: 'For how long the oldest change that viewers do not see yet has waited',
  registers: [metrics],
});

/** The gauge is computed at each scrape; deploy/kubernetes scales workers by it. */
export const queuedPieces = new Gauge({
  name: 'kinora_queued_pieces',
  help: 'Pieces of videos that are being made or wait for a worker',
  registers: [metrics],
});

/** Adds what viewers' players report to the figures of an edge. */
export function createPlaybackFigures(): (report: PlaybackReport) => void {
  const registers = [metrics];
  const starts = new Histogram({
    name: 'kinora_playback_start_seconds',
    help: 'From the press on play to the first frame, as players report it',
    buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  });
  const watched = new Counter({
    name: 'kinora_playback_watched_seconds_total',
    help: 'Time in which video played, as players report it',
    registers,
  });
  const stalled = new Counter({
    name: 'kinora_playback_stalled_seconds_total',
    help: 'Time in which viewers waited for data after the first frame',
    registers,
  });
  const stalls = new Counter({
    name: 'kinora_playback_stalls_total',
    help: 'Times that playing stopped for want of data',
    registers,
  });
  const failures = new Counter({
    name: 'kinora_playback_failures_total',
    help: 'Times that a player showed why nothing plays, by cause',
    labelNames: ['cause'] as const,
    registers,
  });
  return (report) => {
    if (report.startMs !== null) starts.observe(report.startMs / 1000);
    watched.inc(report.watchedMs / 1000);
    stalled.inc(report.stalledMs / 1000);
    stalls.inc(report.stalls);
    if (report.failure !== null) failures.inc({ cause: report.failure });
  };
}
