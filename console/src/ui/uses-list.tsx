import type { UseKind, Uses } from '@kinora/contract/uses';
import { useTranslations } from 'use-intl';
import { useFormat } from '../base/i18n/use-format.ts';
import { useTeamScope } from '../base/team-scope.ts';
import { paths } from '../paths.ts';
import { UserLinks, UserLists } from './user-links.tsx';

/** Things of one kind that use another; what the screen knows of one more stands below its name. */
export type Use = Omit<Uses[number], 'named'> & {
  named: (Uses[number]['named'][number] & { note?: string })[];
};

/** The pages on which each kind of thing can stop using it. */
export type UseLinks = Partial<
  Record<UseKind, (teamName: string, key: string, parentKey: string) => string>
>;

const LINKS: Required<UseLinks> = {
  project: (teamName, key) => paths.project(teamName, key),
  video: (teamName, key, parentKey) => paths.video(teamName, parentKey, key),
  preset: (teamName, key) => paths.preset(teamName, key),
  playbackChannel: (teamName, key) => paths.playbackChannel(teamName, key),
};

/** Lists what uses a thing by its kinds, each as a link, and says how many more there are. */
export function UsesList({ uses, links }: { uses: readonly Use[]; links?: UseLinks | undefined }) {
  const t = useTranslations('ui.uses');
  const { teamName } = useTeamScope();
  const ways = { ...LINKS, ...links };
  return (
    <UserLists>
      {uses
        .filter(({ count }) => count > 0)
        .map(({ kind, named, count: all }) => {
          const count = all - named.length;
          return (
            <UserLinks
              key={kind}
              title={t(`kinds.${kind}`)}
              users={named.map(({ key, name, parentKey = '', note }) => ({
                name,
                note,
                to: ways[kind](teamName, key, parentKey),
              }))}
              more={count > 0 ? t(named.length > 0 ? 'more' : 'unnamed', { count }) : undefined}
              note={count > 0 && kind === 'video' ? t('deletedVideos') : undefined}
            />
          );
        })}
    </UserLists>
  );
}

/** How many things of each kind use another. */
export type UseCount = { project?: number; video?: number; playbackChannel?: number };

export const isUsed = (counts: UseCount = {}): boolean =>
  Object.values(counts).some((count) => count > 0);

/** Says how many things of each kind use another. */
export function useUseWords(): (counts: UseCount) => string {
  const t = useTranslations('ui');
  const format = useFormat();
  return ({ project = 0, video = 0 }) => {
    const words = [
      ...(project > 0 ? [t('uses.projects', { count: project })] : []),
      ...(video > 0 ? [t('uses.videos', { count: video })] : []),
    ];
    return words.length > 0 ? format.list(words) : t('things.unused');
  };
}
