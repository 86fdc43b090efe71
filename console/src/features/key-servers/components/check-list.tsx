import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../ui/status-pill.tsx';
import type { CheckRow, CheckState, Finding, Value } from '../rules/checks.ts';
import classes from './key-servers.module.css';

const TONES = { untested: 'neutral', passed: 'success', failed: 'danger' } as const;

type Props = { rows: readonly CheckRow[]; isRunning: boolean };

/** Each check, with the expected answer of both endpoints and the actual one. */
export function CheckList({ rows, isRunning }: Props) {
  const t = useTranslations('keyServers.checks');
  return (
    <ul className={classes.checks} aria-busy={isRunning}>
      {rows.map(({ check, state, findings }) => (
        <li key={check} className={classes.check}>
          <div className={classes.checkHead}>
            <h3>{t(`names.${check}`)}</h3>
            {isRunning ? (
              <StatusPill tone="info">{t('states.running')}</StatusPill>
            ) : (
              <StatusPill tone={TONES[state]}>{t(`states.${state}`)}</StatusPill>
            )}
          </div>
          <div className={classes.sides}>
            {findings.map((finding) => (
              <Side key={finding.side} finding={finding} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({ finding: { side, state, expected, actual } }: { finding: Finding }) {
  const t = useTranslations('keyServers.checks');
  return (
    <div className={classes.side}>
      <p className={classes.sideName}>{t(`sides.${side}`)}</p>
      <dl>
        <dt>{t('expected')}</dt>
        <dd>
          <Words value={expected} />
        </dd>
        <dt>{t('actual')}</dt>
        <dd className={state === 'failed' ? classes.bad : undefined}>
          {actual === undefined ? <Nothing state={state} /> : <Words value={actual} />}
        </dd>
      </dl>
    </div>
  );
}

function Nothing({ state }: { state: CheckState }) {
  const t = useTranslations('keyServers.checks.states');
  return t(state === 'failed' ? 'noResult' : 'untested');
}

function Words({ value }: { value: Value }) {
  const t = useTranslations('keyServers.checks.values');
  switch (value.kind) {
    case 'word':
      return t(value.word);
    case 'bytes':
      return t('bytes', { count: value.count });
    case 'text':
      return (
        <span className={classes.code} translate="no">
          {value.text}
        </span>
      );
  }
}
