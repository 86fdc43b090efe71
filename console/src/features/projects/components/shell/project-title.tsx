import { ActionIcon } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../../../../base/lazy-part.tsx';
import { getMenuButtonProps } from '../../../../ui/menu-button.ts';
import { PageTitle } from '../../../../ui/page-head.tsx';
import classes from './project-title.module.css';

const ProjectChoices = readyPart(
  async () => (await import('./project-choices.tsx')).ProjectChoices,
);

type Props = {
  name: string;
  /** The same page of another project. */
  toPage: (teamName: string, projectKey: string) => string;
};

/** The project's name as the heading, and the way from here to another project. */
export function ProjectTitle({ name, toPage }: Props) {
  const t = useTranslations('projects.shell');
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.root}>
      <PageTitle>{name}</PageTitle>
      <ActionIcon
        ref={target}
        aria-label={t('switch')}
        {...getMenuButtonProps({ id, opened }, 'dialog')}
        onClick={() => setOpened(!opened)}
      >
        <IconSelector size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ProjectChoices
        id={id}
        target={target}
        opened={opened}
        toPage={toPage}
        onClose={() => setOpened(false)}
      />
    </div>
  );
}
