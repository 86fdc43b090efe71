import type { AuditEvent } from '@kinora/contract/audit-events';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldChange, listFieldChanges } from '../rules/changes.ts';
import { useEventWords, useValueWords } from './use-words.ts';
import classes from './history.module.css';

/** So many stand before the rest is folded. */
const MAX_SHOWN = 3;
/** Longer values are cut until they are unfolded. */
const MAX_LETTERS = 160;

type Props = { changes: AuditEvent['changes']; names: Record<string, string> };

/** Shows the fields of a change, each before and after. */
export function ChangeList({ changes, names }: Props) {
  const t = useTranslations('auditEvents');
  const [isOpen, setOpen] = useState(false);
  const { write } = useValueWords(names);
  const all = listFieldChanges(changes);
  if (all.length === 0) return null;
  const rest = all.length - MAX_SHOWN;
  const isLong = all.some(({ before, after }) =>
    [before, after].some((value) => write(value).length > MAX_LETTERS),
  );
  return (
    <div className={classes.changes} data-open={isOpen || undefined}>
      <dl className={classes.fields}>
        {(isOpen ? all : all.slice(0, MAX_SHOWN)).map((change) => (
          <Change key={change.path.join(' ')} change={change} names={names} />
        ))}
      </dl>
      {(rest > 0 || isLong) && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('less') : rest > 0 ? t('more', { count: rest }) : t('showAll')}
        </button>
      )}
    </div>
  );
}

function Change({ change, names }: { change: FieldChange; names: Record<string, string> }) {
  const t = useTranslations('auditEvents.values');
  const { ofField } = useEventWords();
  const { write, writeSecret } = useValueWords(names);
  const { path, before, after } = change;
  const secret = writeSecret(before, after);
  return (
    <div className={classes.field}>
      <dt>{path.map(ofField).join(' › ')}</dt>
      <dd>
        {secret ?? (
          <>
            <del>
              <span className={classes.hidden}>{t('before')} </span>
              {write(before, path.at(-1))}
            </del>
            <span aria-hidden> → </span>
            <ins>
              <span className={classes.hidden}>{t('after')} </span>
              {write(after, path.at(-1))}
            </ins>
          </>
        )}
      </dd>
    </div>
  );
}
