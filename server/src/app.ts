import type { FastifyInstance } from 'fastify';
import { listeners } from './app-events.ts';
import type { Context } from './base/context.ts';
import { setListeners } from './base/events.ts';
import type { Prover } from './base/credentials.ts';
import { createHttp } from './base/http.ts';
import type { HttpLimits } from './base/http-limits.ts';
import { mountRouter } from './base/router.ts';
import { os } from './base/routes.ts';
import { mountConsole } from './console.ts';
import { accessChecksRoutes } from './features/access-checks/routes.ts';
import { provePersonalToken, proveSession } from './features/accounts/actions/provers.ts';
import { accountsRoutes } from './features/accounts/routes.ts';
import { auditEventsRoutes } from './features/audit-events/routes.ts';
import { channelDrmRoutes, drmRoutes } from './features/drm/routes.ts';
import { takeArrived } from './features/encoding/actions/ingression.ts';
import { mountRequestSegment } from './features/pieces/routes/request-segment.ts';
import { jobsRoutes } from './features/jobs/routes.ts';
import { keyServersRoutes } from './features/key-servers/routes.ts';
import { geoblockRulesRoutes } from './features/geoblock-rules/routes.ts';
import { openFeed } from './features/live-updates/adapter.ts';
import { liveUpdatesRoutes } from './features/live-updates/routes.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { overlayPresetsRoutes } from './features/overlay-presets/routes.ts';
import { pageViewsRoutes } from './features/page-views/routes.ts';
import { personalTokensRoutes } from './features/personal-tokens/routes.ts';
import { playbackChannelsRoutes } from './features/playback-channels/routes.ts';
import { playersRoutes } from './features/players/routes.ts';
import { presetsRoutes } from './features/presets/routes.ts';
import { projectMembersRoutes } from './features/project-members/routes.ts';
import { projectsRoutes } from './features/projects/routes.ts';
import { sessionsRoutes } from './features/sessions/routes.ts';
import { drmConfigsRoutes } from './features/drm-configs/routes.ts';
import { signedLinksRoutes } from './features/signed-links/routes.ts';
import { requireFeature } from './features/team-features/queries.ts';
import { teamFeaturesRoutes } from './features/team-features/routes.ts';
import { teamInvitationsRoutes } from './features/team-invitations/routes.ts';
import { teamMembersRoutes } from './features/team-members/routes.ts';
import { teamsRoutes } from './features/teams/routes.ts';
import { urlSigningKeysRoutes } from './features/url-signing-keys/routes.ts';
import { mountUploads } from './features/uploads/routes.ts';
import { videoBatchesRoutes } from './features/video-batches/routes.ts';
import { videosRoutes } from './features/videos/routes.ts';
import { mountHealth } from './health.ts';
import { mountDocs } from './openapi.ts';

const routes = {
  accessChecks: accessChecksRoutes,
  accounts: accountsRoutes,
  auditEvents: auditEventsRoutes,
  drm: drmRoutes,
  geoblockRules: geoblockRulesRoutes,
  jobs: jobsRoutes,
  keyServers: keyServersRoutes,
  notifications: notificationsRoutes,
  overlayPresets: overlayPresetsRoutes,
  pageViews: pageViewsRoutes,
  personalTokens: personalTokensRoutes,
  playbackChannels: { ...playbackChannelsRoutes, ...channelDrmRoutes },
  players: playersRoutes,
  presets: presetsRoutes,
  projectMembers: projectMembersRoutes,
  projects: projectsRoutes,
  sessions: sessionsRoutes,
  drmConfigs: drmConfigsRoutes,
  signedLinks: signedLinksRoutes,
  teamFeatures: teamFeaturesRoutes,
  teamInvitations: teamInvitationsRoutes,
  teamMembers: teamMembersRoutes,
  teams: teamsRoutes,
  urlSigningKeys: urlSigningKeysRoutes,
  videoBatches: videoBatchesRoutes,
  videos: videosRoutes,
};

/** Each finds callers by one kind of credentials. */
export const PROVERS: readonly Prover[] = [proveSession, provePersonalToken];

/** The API and the console on one port; `start/api.ts` makes it listen. */
export async function createApp(
  context: Context,
  limits: Partial<HttpLimits> = {},
  provers = PROVERS,
): Promise<FastifyInstance> {
  setListeners(listeners);
  const http = createHttp(context, limits);
  mountHealth(http, context);
  mountUploads(http, context, provers, takeArrived);
  mountRequestSegment(http, context);
  await mountDocs(http);
  const feed = openFeed(context);
  // Before connections are closed: a stream would keep the process for as long as it may.
  http.addHook('preClose', () => feed.close());
  const router = os.router({ ...routes, liveUpdates: liveUpdatesRoutes(feed) });
  mountRouter(http, context, router, { provers, requireFeature });
  await mountConsole(http, context, feed);
  return http;
}
