import {
  IconDeviceTv,
  IconFolders,
  IconHelp,
  IconLockAccess,
  IconPlayerPlay,
  IconProgress,
  IconShieldLock,
  IconTransform,
  IconUsersGroup,
} from '@tabler/icons-react';
import { paths } from './paths.ts';
import type { NavSection } from './ui/frame/nav-groups.ts';

/** The navigation at the left. A feature with screens of its own adds its page to a group here. */
export const navSections: readonly NavSection[] = [
  {
    id: 'work',
    groups: [
      { icon: IconFolders, pages: [{ id: 'projects', to: paths.projects }] },
      { icon: IconPlayerPlay, pages: [{ id: 'allVideos', to: paths.allProjects }] },
      { icon: IconProgress, pages: [{ id: 'jobs', to: paths.jobs }] },
    ],
  },
  {
    id: 'manage',
    titled: true,
    groups: [
      {
        id: 'access',
        icon: IconLockAccess,
        pages: [
          { id: 'playbackChannels', to: paths.playbackChannels },
          { id: 'allowedWebsites', to: paths.allowedWebsites },
          { id: 'signedUrls', to: paths.signedUrls },
          { id: 'urlSigningKeys', to: paths.urlSigningKeys },
          { id: 'geoBlocking', to: paths.geoBlocking },
          { id: 'accessChecks', to: paths.accessChecks },
        ],
      },
      {
        id: 'encryption',
        icon: IconShieldLock,
        pages: [
          { id: 'multiDrm', to: paths.multiDrm },
          {
            id: 'keyServers',
            to: paths.keyServers,
            below: (teamName) => paths.keyServer(teamName, ''),
          },
        ],
      },
      { icon: IconDeviceTv, pages: [{ id: 'players', to: paths.players }] },
      {
        id: 'encoding',
        icon: IconTransform,
        pages: [
          { id: 'presets', to: paths.presets },
          { id: 'overlays', to: paths.overlays },
        ],
      },
      {
        id: 'teamSettings',
        icon: IconUsersGroup,
        pages: [
          { id: 'members', to: paths.members, otherTab: paths.teamInvitations },
          { id: 'teamSettings', to: paths.teamSettings },
        ],
      },
    ],
  },
  { id: 'help', groups: [{ icon: IconHelp, pages: [{ id: 'help', to: paths.help }] }] },
];
