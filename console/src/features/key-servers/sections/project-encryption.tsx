import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { ChangeChoice } from '../../../ui/project/change-choice.tsx';
import { Section } from '../../../ui/project/section.tsx';
import classes from '../../../ui/project/section.module.css';
import { projectKeyServersQuery } from '../data.ts';

type SectionProps = {
  project: Project;
  /** Stands below the choice for those who may change its videos. */
  children: ReactNode;
};

/** Shows whose keys encrypt the project's new videos. */
export function ProjectEncryption({ project, children }: SectionProps) {
  const t = useTranslations('keyServers.project');
  const { namespace, role } = useTeam();
  const [changing, setChanging] = useState(false);
  const { keyServer } = project;
  const isInactive = keyServer?.status === 'inactive';
  const chosen = isInactive ? 'inactiveText' : 'chosenText';
  return (
    <>
      <Section
        project={project}
        hash="encryption"
        title={t('title')}
        note={t('note')}
        changeLabel={t('change')}
        onChange={() => setChanging(true)}
      >
        <div className={classes.name}>
          <span>{keyServer?.name ?? t('none')}</span>
          {isInactive && <StatusPill tone="warning">{t('inactive')}</StatusPill>}
        </div>
        <p className={classes.lines}>{t(keyServer ? chosen : 'noneText')}</p>
        {mayManageTeam(role) && (
          <p className={classes.link}>
            <Link
              to={
                keyServer ? paths.keyServer(namespace, keyServer.id) : paths.keyServers(namespace)
              }
            >
              {t('settings')}
            </Link>
          </p>
        )}
        {project.actions.updateVideo && children}
      </Section>
      <ChangeServer project={project} opened={changing} onClose={() => setChanging(false)} />
    </>
  );
}

type Props = { project: Project; opened: boolean; onClose: () => void };

function ChangeServer({ project, opened, onClose }: Props) {
  const t = useTranslations('keyServers.project');
  const servers = useQuery({
    ...projectKeyServersQuery(useTeamScope(), project.key),
    enabled: opened,
  });
  const { keyServer } = project;
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
  const hasNone = servers.data?.data.length === 0;
  return (
    <ChangeChoice
      project={project}
      opened={opened}
      onClose={onClose}
      field="keyServerId"
      words={{
        title: t('dialogTitle'),
        note: t(hasNone ? 'noServers' : 'dialogNote'),
        label: t('server'),
        saved: t('saved'),
      }}
      item={t('server')}
      query={servers}
      toChoices={toChoices}
    />
  );
}
