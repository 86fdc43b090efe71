import { IconMovie, IconMusic } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatClock } from '../base/i18n/format.ts';
import classes from './thumbnail.module.css';

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
  const [failed, setFailed] = useState<string>();
  const Icon = audioOnly ? IconMusic : IconMovie;
  const shown = src && src !== failed;
  return (
    <span className={classes.root} data-fluid={fluid || undefined}>
      {shown ? (
        <img
          src={src}
          // The title stands beside it.
          alt=""
          width={104}
          height={58}
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon className={classes.placeholder} size={fluid ? 30 : 22} stroke={1.4} aria-hidden />
      )}
      {children}
      {durationSeconds !== null && durationSeconds !== undefined && (
        <span className={classes.duration}>{formatClock(durationSeconds)}</span>
      )}
    </span>
  );
}
