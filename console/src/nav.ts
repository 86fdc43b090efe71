import {
  IconAdjustmentsHorizontal,
  IconAntenna,
  IconCircleCheck,
  IconDeviceTv,
  IconFolders,
  IconHelp,
  IconKey,
  IconLock,
  IconPlayerPlay,
  IconProgress,
  IconSearch,
  IconServer,
  IconShieldLock,
  IconWorldPin,
} from '@tabler/icons-react';
import { paths } from './paths.ts';
import type { NavSection } from './ui/frame/nav-list.tsx';

/** The navigation at the left. A feature with screens of its own adds its entry here. */
export const navSections: NavSection[] = [
  {
    id: 'work',
    entries: [
      { id: 'projects', icon: IconFolders, to: paths.projects },
      { id: 'allVideos', icon: IconPlayerPlay, to: paths.allProjects },
      { id: 'jobs', icon: IconProgress, to: paths.jobs },
    ],
  },
  {
    id: 'manage',
    titled: true,
    entries: [
      { id: 'geoBlocking', icon: IconWorldPin, to: paths.geoBlocking },
      {
        id: 'playbackChannels',
        icon: IconAntenna,
        to: paths.playbackChannels,
      },
      { id: 'allowedWebsites', icon: IconCircleCheck, to: paths.allowedWebsites },
      { id: 'signedUrls', icon: IconLock, to: paths.signedUrls },
      { id: 'urlSigningKeys', icon: IconKey, to: paths.urlSigningKeys },
      {
        id: 'keyServers',
        icon: IconServer,
        to: paths.keyServers,
        below: (teamName) => paths.keyServer(teamName, ''),
      },
      { id: 'multiDrm', icon: IconShieldLock, to: paths.multiDrm },
      { id: 'accessChecks', icon: IconSearch, to: paths.accessChecks },
      { id: 'players', icon: IconDeviceTv, to: paths.players },
      { id: 'presets', icon: IconAdjustmentsHorizontal, to: paths.presets },
    ],
  },
  { id: 'help', entries: [{ id: 'help', icon: IconHelp, to: paths.help }] },
];
