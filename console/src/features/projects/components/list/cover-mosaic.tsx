import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './cover-mosaic.module.css';

/** Up to four covers in one 16:9 picture; a calm place-holder where there is none. */
export function CoverMosaic({ covers }: { covers: string[] }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const shown = covers.filter((cover) => !failed.has(cover)).slice(0, 4);
  return (
    <div className={classes.root} data-count={shown.length} aria-hidden>
      {shown.length === 0 && <IconMovie className={classes.placeholder} size={34} stroke={1.3} />}
      {shown.map((cover) => (
        <img
          key={cover}
          src={cover}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          decoding="async"
          onError={() => setFailed((before) => new Set(before).add(cover))}
        />
      ))}
    </div>
  );
}
