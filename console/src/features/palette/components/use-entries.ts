import type { Project } from '@kinora/contract/projects';
import type { VideoSummary } from '@kinora/contract/videos/summary';
import { IconArrowRight, IconFolder, IconMovie } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { projectQuery } from '../../../base/project.ts';
import { listRecent } from '../../../base/recent.ts';
import { toHref } from '../../../base/router/route.ts';
import { useOptionalParam, usePath } from '../../../base/router/use-address.ts';
import { useMe } from '../../../base/session.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { NavSection } from '../../../ui/frame/nav-groups.ts';
import { toTeamWay } from '../../../ui/frame/team-way.ts';
import { videoQuery } from '../../videos/data.ts';
import { findCover } from '../../videos/rules/row.ts';
import { getBothWords, useFound } from '../data.ts';
import type { Entry } from '../rules/entry.ts';
import { findInGroups, type FoundEntry, rankAnswers } from '../rules/find.ts';
import { type Here, listPagesHere, listScreens } from '../rules/screens.ts';

const COVER_WIDTH = 52;

type Options = { text: string; sections: readonly NavSection[]; actions: readonly Entry[] };

/** Lists the matches of the typed text; without any, recent things and all that one can open or do. */
export function useEntries({ text, sections, actions }: Options) {
  const t = useTranslations('palette');
  const { teamName } = useTeamScope();
  const found = useFound(text);
  const recent = useRecent();
  const local = [...useScreens(sections), ...actions, ...useTeams(sections)];
  const { q, projects, videos } = found;
  const older: Entry = {
    id: 'older',
    group: 'videos',
    title: t('older'),
    icon: IconArrowRight,
    to: toHref({ to: paths.allProjects(teamName), search: { q } }),
  };
  const entries: FoundEntry[] =
    q === ''
      ? [...recent, ...local]
      : [
          ...findInGroups(local, q),
          ...rankAnswers(projects, ({ name, key }) => [name, key], q).map((project) =>
            toProjectEntry(teamName, project),
          ),
          ...rankAnswers(videos, ({ title }) => [title], q).map((video) =>
            toVideoEntry(teamName, video),
          ),
          ...(found.hasOlder ? [older] : []),
        ];
  return { ...found, entries };
}

function useScreens(sections: readonly NavSection[]): Entry[] {
  const lang = useLocale();
  const team = useTeam();
  const options = { team, words: getBothWords(), lang };
  return [...listPagesHere(useHere(), options), ...listScreens(sections, options)];
}

/** The project and the video that are open, once they are there. */
function useHere(): Here | undefined {
  const scope = useTeamScope();
  const cache = useQueryClient();
  const projectKey = useOptionalParam('projectKey');
  const videoKey = useOptionalParam('videoKey');
  const project =
    projectKey === undefined
      ? undefined
      : cache.getQueryData(projectQuery(scope, projectKey).queryKey);
  const video =
    videoKey === undefined ? undefined : cache.getQueryData(videoQuery(scope, videoKey).queryKey);
  if (project === undefined) return undefined;
  const { key, name, actions } = project;
  return {
    project: { key, name, mayUpload: actions.upload },
    ...(video && { video: { key: video.key, name: video.title } }),
  };
}

/** Without what is open now. */
function useRecent(): Entry[] {
  const { teamName } = useTeamScope();
  const accountId = useMe()?.account.id ?? '';
  const videoKey = useOptionalParam('videoKey');
  const projectKey = useOptionalParam('projectKey');
  const open = videoKey ?? projectKey;
  return listRecent(accountId, teamName)
    .filter(({ key }) => key !== open)
    .map((one) => ({
      id: `recent:${one.kind}:${one.key}`,
      group: 'recent',
      title: one.name,
      icon: one.kind === 'project' ? IconFolder : IconMovie,
      note: one.kind === 'project' ? undefined : one.project.name,
      to:
        one.kind === 'project'
          ? paths.project(teamName, one.key)
          : paths.video(teamName, one.project.key, one.key),
    }));
}

function useTeams(sections: readonly NavSection[]): Entry[] {
  const path = usePath();
  const { namespace } = useTeam();
  const teams = useMe()?.teams ?? [];
  return teams
    .filter((team) => team.namespace !== namespace)
    .map((team) => ({
      id: `team:${team.id}`,
      group: 'teams',
      title: team.name,
      names: [team.namespace],
      note: team.namespace === team.name ? undefined : team.namespace,
      to: toTeamWay(sections, { path, from: namespace, to: team }),
    }));
}

const toProjectEntry = (teamName: string, { key, name }: Project): Entry => ({
  id: `project:${key}`,
  group: 'projects',
  title: name,
  note: key,
  icon: IconFolder,
  to: paths.project(teamName, key),
});

const toVideoEntry = (teamName: string, video: VideoSummary): Entry => ({
  id: `video:${video.key}`,
  group: 'videos',
  title: video.title,
  note: video.project.name,
  cover: { src: findCover(video.coverImage, COVER_WIDTH), isAudioOnly: video.isAudioOnly },
  to: paths.video(teamName, video.project.key, video.key),
});
