import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import type { UploadItem } from '../../data/store.ts';
import { isMine } from '../../data/transfers.ts';
import { getRowKind, getRowProgress, isAtFault, type RowKind, TONES } from '../../rules/row.ts';
import { RowActions } from './row-actions.tsx';
import { useRowWords } from './row-words.ts';
import { useOnline } from '../use-line.ts';
import { isSameRow, type RowPlace } from '../windowed-list.tsx';
import classes from './upload-row.module.css';

type Props = { item: UploadItem; onCancel: (item: UploadItem) => void; place: RowPlace };

/** Nothing is on its way there. */
const WITHOUT_PERCENT: readonly RowKind[] = ['checking', 'ready', 'overtime', 'partly'];

/** One upload: what it is, where it stands, what can be done. Later the same row is its video. */
export const UploadRow = memo(function UploadRow({ item, onCancel, place }: Props) {
  const t = useTranslations('uploads');
  const format = useFormat();
  const kind = getRowKind(item, isMine(item), useOnline());
  const words = useRowWords(item, kind);
  const progress = getRowProgress(item, kind);
  const percent = WITHOUT_PERCENT.includes(kind) || isAtFault(kind) ? undefined : progress;
  const { title } = item.settings;
  const tone = TONES[kind];
  const barTone = tone === 'danger' || tone === 'success' ? tone : 'action';
  return (
    <li className={classes.row} data-tone={tone} data-kind={kind} {...place}>
      <div className={classes.main}>
        <span className={classes.cover} aria-hidden>
          <Thumbnail src={item.check?.coverUrl} audioOnly={item.type.startsWith('audio/')} fluid />
        </span>
        <div className={classes.text}>
          <div className={classes.top}>
            <Link
              to={paths.video(item.teamName, item.projectKey, item.key)}
              className={classes.title}
              preload={false}
              title={title}
            >
              {title}
            </Link>
            {percent !== undefined && (
              <span className={classes.percent}>
                {format.percent(Math.floor(percent * 100) / 100)}
              </span>
            )}
          </div>
          <p className={classes.words}>
            <span className={classes.state}>{words.state}</span>
            {words.facts.map((fact) => (
              <span key={fact} className={classes.fact}>
                {' '}
                · {fact}
              </span>
            ))}
          </p>
        </div>
        <RowActions item={item} kind={kind} onCancel={onCancel} />
      </div>
      {words.advice !== undefined && <p className={classes.advice}>{words.advice}</p>}
      <ProgressBar value={progress} tone={barTone} label={t('rowProgress', { title })} />
    </li>
  );
}, isSameRow);
