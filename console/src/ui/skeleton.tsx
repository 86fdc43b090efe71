import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { usePreferences } from '../base/preferences.ts';
import classes from './skeleton.module.css';

/** A grey place-holder. It stays invisible for the first 200 ms, so that quick loads don't flicker. */
export function Skeleton({ width, height = 14 }: { width?: string | number; height?: number }) {
  const style: CSSProperties = { width: width ?? '100%', height };
  return <span className={classes.bone} style={style} />;
}

/** Wraps a skeleton of a real layout: says "loading" once, and hides the bones from readers. */
export function Loading({ children }: { children: React.ReactNode }) {
  const t = useTranslations('ui');
  return (
    <div className={classes.root} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <div aria-hidden>{children}</div>
    </div>
  );
}

const WIDTHS = ['62%', '48%', '70%', '55%', '66%', '44%'];

/** Rows of a table in a card; `thumbnails` as the video list has them, in the layout chosen there. */
export function TableSkeleton({ rows = 6, thumbnails }: { rows?: number; thumbnails?: boolean }) {
  const { videoLayout } = usePreferences();
  return (
    <Loading>
      <div className={classes.card} data-layout={thumbnails && videoLayout}>
        {thumbnails && <div className={classes.columns} />}
        {Array.from({ length: rows }, (_, row) => (
          <div className={classes.row} key={row}>
            {thumbnails && <span className={`${classes.bone} ${classes.thumbnail}`} />}
            <div className={classes.lines}>
              <Skeleton width={WIDTHS[row % WIDTHS.length] ?? '60%'} />
              <Skeleton width="30%" height={11} />
            </div>
            <div className={classes.cell}>
              <Skeleton width={88} height={20} />
            </div>
            <div className={classes.cell}>
              <Skeleton width={80} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
