import { accessChecks } from './access-checks.ts';
import { accounts } from './accounts.ts';
import type { ContractCall } from './call.ts';
import { auditEvents } from './audit-events.ts';
import { drm } from './drm.ts';
import { drmConfigs } from './drm-configs.ts';
import { geoblockRules } from './geoblock-rules.ts';
import { jobs } from './jobs.ts';
import { keyServers } from './key-servers.ts';
import { liveUpdates } from './live-updates.ts';
import { notifications } from './notifications.ts';
import { overlayPresets } from './overlay-presets.ts';
import { pageViews } from './page-views.ts';
import { personalTokens } from './personal-tokens.ts';
import { playbackChannels } from './playback-channels.ts';
import { players } from './players.ts';
import { presets } from './presets.ts';
import { projectMembers } from './project-members.ts';
import { projects } from './projects.ts';
import { sessions } from './sessions.ts';
import { signedLinks } from './signed-links.ts';
import { teamFeatures } from './team-features.ts';
import { teamInvitations } from './team-invitations.ts';
import { teamMembers } from './team-members.ts';
import { teams } from './teams.ts';
import { urlSigningKeys } from './url-signing-keys.ts';
import { videoBatches } from './video-batches.ts';
import { videos } from './videos/calls.ts';

/** Every call of the API but the resumable upload, which is tus (`uploads.ts`). */
export const contract = {
  accessChecks,
  accounts,
  auditEvents,
  drm,
  drmConfigs,
  geoblockRules,
  jobs,
  keyServers,
  liveUpdates,
  notifications,
  overlayPresets,
  pageViews,
  personalTokens,
  playbackChannels,
  players,
  presets,
  projectMembers,
  projects,
  sessions,
  signedLinks,
  teamFeatures,
  teamInvitations,
  teamMembers,
  teams,
  urlSigningKeys,
  videoBatches,
  videos,
} satisfies Record<string, Record<string, ContractCall>>;
export type Contract = typeof contract;

/** A call found below another base too (decisions, section 2). */
export const ALIASES: ReadonlyArray<{ from: string; to: string }> = [
  { from: '/api/v1/videos/{id}/jobs', to: '/api/encoding/v1/videos/{id}/jobs' },
  { from: '/api/v1/me', to: '/api/auth/v1/me' },
  { from: '/api/v1/myteam', to: '/api/auth/v1/myteam' },
  { from: '/api/v1/overlay-presets', to: '/api/encoding/v1/overlay-presets' },
  { from: '/api/v1/presets', to: '/api/encoding/v1/presets' },
];
