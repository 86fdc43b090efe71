import { useFormat } from '../base/i18n/use-format.ts';
import classes from './progress.module.css';

type Props = {
  /** From 0 to 1; undefined while nothing is known yet. */
  value: number | undefined;
  /** Screen readers say this of what goes on. */
  label: string;
  tone?: 'action' | 'success' | 'danger';
};

const clamp = (value: number) => Math.min(1, Math.max(0, value));

function createAria(value: number | undefined, label: string) {
  const now = value === undefined ? {} : { 'aria-valuenow': Math.floor(clamp(value) * 100) };
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    ...now,
  };
}

export function ProgressBar({ value, label, tone = 'action' }: Props) {
  return (
    <div className={classes.bar} data-tone={tone} {...createAria(value, label)}>
      <div
        className={classes.fill}
        data-unknown={value === undefined || undefined}
        style={{ transform: `scaleX(${value === undefined ? 0.35 : clamp(value)})` }}
      />
    </div>
  );
}

const RING_SIZE = 38;
const RING_RADIUS = 16.5;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;

/** A ring with its number inside. */
export function ProgressRing({ value, label, tone = 'action' }: Props) {
  const format = useFormat();
  const shown = clamp(value ?? 0);
  return (
    <div className={classes.ring} data-tone={tone} {...createAria(value, label)}>
      <svg viewBox={`0 0 ${RING_SIZE} ${RING_SIZE}`} aria-hidden>
        <circle cx="19" cy="19" r={RING_RADIUS} className={classes.ringTrack} />
        <circle
          cx="19"
          cy="19"
          r={RING_RADIUS}
          className={classes.ringFill}
          strokeDasharray={RING_LENGTH}
          strokeDashoffset={RING_LENGTH * (1 - shown)}
        />
      </svg>
      <span aria-hidden>{format.percent(Math.floor(shown * 100) / 100)}</span>
    </div>
  );
}
