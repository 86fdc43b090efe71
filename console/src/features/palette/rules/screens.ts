import { IconKey, IconMovie, IconUserCircle, IconDevices, IconFolder } from '@tabler/icons-react';
import type { Lang } from '../../../base/i18n/messages.ts';
import type { MyTeam } from '../../../base/session.ts';
import { paths } from '../../../paths.ts';
import { listShown, type NavGroup, type NavSection } from '../../../ui/frame/nav-groups.ts';
import type { Entry } from './entry.ts';
import { type BothWords, toNamed } from './words.ts';

/** The project that is open, and perhaps one of its videos. */
export type Here = {
  project: { key: string; name: string; mayUpload: boolean };
  video?: { key: string; name: string };
};

type Options = {
  team: Pick<MyTeam, 'namespace' | 'role'>;
  words: BothWords;
  lang: Lang;
};

/** Lists the pages that the person may open: those of the navigation, and those about oneself. */
export function listScreens(sections: readonly NavSection[], options: Options): Entry[] {
  const { team, words, lang } = options;
  const own = words[lang].nav;
  const listed = listShown(sections, team).flatMap(({ groups }) =>
    groups.flatMap(({ id: group, icon, pages }) =>
      pages.map(({ id, to }) => ({
        ...toNamed(words, lang, { id, read: ({ nav }) => nav.entries[id] }),
        id: `screen:${id}`,
        group: 'screens' as const,
        note: group !== undefined && pages.length > 1 ? own.groups[group] : undefined,
        icon,
        to: to(team.namespace),
      })),
    ),
  );
  const mine = MINE.map(({ id, icon, to }) => ({
    ...toNamed(words, lang, { id, read: ({ nav }) => nav[id] }),
    id: `screen:${id}`,
    group: 'screens' as const,
    note: own.me,
    icon,
    to: to(team.namespace),
  }));
  return [...listed, ...mine];
}

const MINE = [
  { id: 'profile', icon: IconUserCircle, to: paths.profile },
  { id: 'personalTokens', icon: IconKey, to: paths.personalTokens },
  { id: 'sessions', icon: IconDevices, to: paths.sessions },
] as const satisfies readonly { id: string; icon: NavGroup['icon']; to: unknown }[];

/** Lists the pages of the project and the video that are open. */
export function listPagesHere(here: Here | undefined, { team, words, lang }: Options): Entry[] {
  if (here === undefined) return [];
  const { project, video } = here;
  const ofProject = PROJECT_PAGES.filter(({ id }) => id !== 'upload' || project.mayUpload).map(
    ({ id, to }) => ({
      ...toNamed(words, lang, { id: `here.${id}`, read: ({ palette }) => palette.here[id] }),
      id: `project-page:${id}`,
      group: 'screens' as const,
      note: project.name,
      icon: IconFolder,
      to: to(team.namespace, project.key),
    }),
  );
  const ofVideo = VIDEO_PAGES.map(({ id, tab }) => ({
    ...toNamed(words, lang, { id: `here.${id}`, read: ({ palette }) => palette.here[id] }),
    id: `video-page:${id}`,
    group: 'screens' as const,
    note: video?.name,
    icon: IconMovie,
    to: paths.video(team.namespace, project.key, video?.key ?? '', tab),
  }));
  return video === undefined ? ofProject : [...ofVideo, ...ofProject];
}

const PROJECT_PAGES = [
  { id: 'videos', to: paths.project },
  { id: 'upload', to: paths.projectUpload },
  { id: 'general', to: paths.projectGeneral },
  { id: 'defaults', to: paths.projectDefaults },
  { id: 'settings', to: paths.projectSettings },
] as const;

const VIDEO_PAGES = [
  { id: 'overview', tab: 'overview' },
  { id: 'information', tab: 'information' },
  { id: 'outputs', tab: 'outputs' },
  { id: 'geoBlocking', tab: 'geo-blocking' },
  { id: 'advanced', tab: 'advanced' },
] as const;
