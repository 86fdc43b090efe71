import { IconMovie, IconMusic } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatClock } from '../base/i18n/format.ts';
import classes from './thumbnail.module.css';
import { useServedPicture } from './use-served-picture.ts';

type Props = {
  /** Address of the picture; none yet shows a calm placeholder. */
  src?: string | null | undefined;
  durationSeconds?: number | null | undefined;
  audioOnly?: boolean;
  /** Fills its parent at 16:9 instead of 104×58. */
  fluid?: boolean;
  /** Lies over the picture. */
  children?: ReactNode;
};

export function Thumbnail({ src, durationSeconds, audioOnly, fluid, children }: Props) {
  const picture = useServedPicture(src);
  const Icon = audioOnly ? IconMusic : IconMovie;
  return (
    <span className={classes.root} data-fluid={fluid || undefined}>
      {/* The icon shows until the picture has loaded, and when there is none. */}
      <Icon className={classes.placeholder} size={fluid ? 30 : 22} stroke={1.4} aria-hidden />
      {picture.src !== undefined && (
        <img
          src={picture.src}
          // The title stands beside it.
          alt=""
          width={104}
          height={58}
          onError={picture.onError}
        />
      )}
      {children}
      {durationSeconds !== null && durationSeconds !== undefined && (
        <span className={classes.duration}>{formatClock(durationSeconds)}</span>
      )}
    </span>
  );
}
