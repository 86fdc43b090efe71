import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import type { MenuPlace } from '../../../../ui/menu-button.ts';
import { Popover } from '../../../../ui/popover.ts';
import { useProject } from '../../../../base/project.ts';
import { ProjectPicker } from '../project-picker.tsx';

type Props = MenuPlace & { toPage: (teamName: string, projectKey: string) => string };

/** The projects to go to, at the button beside the heading. */
export function ProjectChoices({ toPage, ...place }: Props) {
  const t = useTranslations('projects');
  const { teamName } = useTeamScope();
  const here = useProject();
  return (
    <Popover {...place} position="bottom-start" width={320}>
      <ProjectPicker
        mode="go"
        words={{
          search: t('list.search'),
          label: t('list.label'),
          none: t('noResults.title', { q: '' }),
          noResults: (q) => t('noResults.title', { q }),
        }}
        sort="lastActivityAt"
        toPage={({ key }) => toPage(teamName, key)}
        onGo={place.onClose}
        hereId={here.id}
      />
    </Popover>
  );
}
