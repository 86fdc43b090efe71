import type { Route } from './base/router/route.ts';
import { accessCheckRoutes } from './features/access-checks/routes.tsx';
import { drmConfigRoutes } from './features/drm-configs/routes.tsx';
import { geoblockRuleRoutes } from './features/geoblock-rules/routes.tsx';
import { jobRoutes } from './features/jobs/routes.tsx';
import { keyServerRoutes } from './features/key-servers/routes.tsx';
import { overlayPresetRoutes } from './features/overlay-presets/routes.tsx';
import { playbackChannelRoutes } from './features/playback-channels/routes.tsx';
import { playerRoutes } from './features/players/routes.tsx';
import { presetRoutes } from './features/presets/routes.tsx';
import { useInProjectRoutes } from './features/projects/routes.tsx';
import { teamMemberRoutes } from './features/team-members/routes.tsx';
import { teamRoutes } from './features/teams/routes.tsx';
import { urlSigningKeyRoutes } from './features/url-signing-keys/routes.tsx';

/** Says what a team's people manage: below `/{teamName}/manage`. A feature is one line here. */
export const manageRoutes: readonly Route[] = [
  ...accessCheckRoutes,
  ...drmConfigRoutes,
  ...geoblockRuleRoutes,
  ...jobRoutes,
  ...keyServerRoutes,
  ...overlayPresetRoutes,
  ...playbackChannelRoutes,
  ...playerRoutes,
  ...presetRoutes,
  ...teamMemberRoutes,
  ...teamRoutes,
  ...urlSigningKeyRoutes,
  ...useInProjectRoutes,
];
