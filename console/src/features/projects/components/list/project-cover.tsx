import { getInitial } from '../../../../ui/frame/avatar.tsx';
import { useServedPicture } from '../../../../ui/use-served-picture.ts';
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
  const picture = useServedPicture(src);
  return (
    <span
      className={classes.root}
      data-tint={picture.src === undefined ? pickTint(id) : undefined}
      aria-hidden
    >
      {picture.src !== undefined ? (
        <img src={picture.src} alt="" width={112} height={63} onError={picture.onError} />
      ) : (
        getInitial(name)
      )}
    </span>
  );
}
