import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useHash } from '../../base/router/use-address.ts';
import { Card } from '../card.tsx';
import classes from './section.module.css';

type Props = {
  project: Project;
  /** The hash of the address that leads here. */
  hash: string;
  title: string;
  note: string;
  /** A verb; absent where nothing can be changed here. */
  changeLabel?: string;
  onChange?: () => void;
  children: ReactNode;
};

/** A part of a project's settings, with a button for people who may change it. */
export function Section({ project, hash, title, note, changeLabel, onChange, children }: Props) {
  const place = useHashTarget(hash);
  const mayChange = project.actions.updateProject && onChange !== undefined;
  return (
    <div id={hash} ref={place} tabIndex={-1} className={classes.place}>
      <Card
        title={title}
        note={note}
        actions={
          mayChange && (
            <Button variant="default" onClick={onChange}>
              {changeLabel}
            </Button>
          )
        }
      >
        {children}
      </Card>
    </div>
  );
}

/** Scrolls here when the address ends with the hash, also when it comes to do so later. */
function useHashTarget(hash: string) {
  const place = useRef<HTMLDivElement>(null);
  const isMeant = useHash() === hash;
  useEffect(() => {
    if (!isMeant) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return place;
}
