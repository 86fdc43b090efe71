import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ChoiceSection } from '../../../ui/project/choice-section.tsx';
import classes from '../../../ui/project/section.module.css';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { projectKeyServersQuery } from '../data.ts';

type Props = {
  project: Project;
  /** Shown below the choice, for people who may change the project's videos. */
  children: ReactNode;
};

/** Shows whose keys encrypt the project's new videos. */
export function ProjectEncryption({ project, children }: Props) {
  const t = useTranslations('keyServers.project');
  const scope = useTeamScope();
  const { keyServer } = project;
  const query = projectKeyServersQuery(scope, project.key);
  // Only whether there is one to choose, once the dialog has asked.
  const hasNone = useQuery({ ...query, enabled: false }).data?.data.length === 0;
  const isInactive = keyServer?.status === 'inactive';
  const chosen = isInactive ? 'inactiveText' : 'chosenText';
  const toChoices = (active: { id: string; name: string }[]) => [
    { value: '', title: t('none'), text: t('noneText') },
    ...active.map(({ id, name }) => ({ value: id, title: name, text: t('chosenText') })),
    // One that isn't active any more may be kept.
    ...(keyServer && !active.some(({ id }) => id === keyServer.id)
      ? [
          {
            value: keyServer.id,
            title: keyServer.name,
            tag: t('inactive'),
            text: t('inactiveText'),
          },
        ]
      : []),
  ];
  return (
    <ChoiceSection
      project={project}
      hash="encryption"
      field="keyServerId"
      words={{
        title: t('title'),
        note: t('note'),
        change: t('change'),
        dialogTitle: t('dialogTitle'),
        dialogNote: t(hasNone ? 'noServers' : 'dialogNote'),
        label: t('server'),
        saved: t('saved'),
        settings: t('settings'),
      }}
      item={t('server')}
      query={query}
      toChoices={toChoices}
      settingsAt={
        keyServer ? paths.keyServer(scope.teamName, keyServer.id) : paths.keyServers(scope.teamName)
      }
      name={
        <>
          <span>{keyServer?.name ?? t('none')}</span>
          {isInactive && <StatusPill tone="warning">{t('inactive')}</StatusPill>}
        </>
      }
      about={<p className={classes.lines}>{t(keyServer ? chosen : 'noneText')}</p>}
    >
      {project.actions.updateVideo && children}
    </ChoiceSection>
  );
}
