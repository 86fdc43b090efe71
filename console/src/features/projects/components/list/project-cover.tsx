import { useState } from 'react';
import { getInitial } from '../../../../ui/frame/avatar.tsx';
import classes from './project-cover.module.css';

const TINTS = ['action', 'info', 'success', 'warning'] as const;

/** The same project always has the same tint. */
function pickTint(id: string): (typeof TINTS)[number] {
  // Ids are random at their end.
  return TINTS[Number.parseInt(id.slice(-4), 16) % TINTS.length] ?? 'action';
}

type Props = { id: string; name: string; src: string | undefined };

/** The newest cover of a project, or its initial on a tint. */
export function ProjectCover({ id, name, src }: Props) {
  const [failed, setFailed] = useState<string>();
  const isShown = src !== undefined && src !== failed;
  return (
    <span className={classes.root} data-tint={isShown ? undefined : pickTint(id)} aria-hidden>
      {isShown ? (
        <img src={src} alt="" width={112} height={63} onError={() => setFailed(src)} />
      ) : (
        getInitial(name)
      )}
    </span>
  );
}
