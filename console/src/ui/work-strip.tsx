import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { unfollowWork } from '../base/followed-works.ts';
import { isRunning, type WorkProgress } from '../base/work-progress.ts';
import { ProgressBar } from './progress.tsx';
import classes from './work-strip.module.css';

type Words = {
  /** Names the work while it runs. */
  running: string;
  /** The same, and how far it is. */
  progress: string;
  /** Says how many items failed. */
  failed: string;
  stop: string;
  dismiss: string;
};

type Props = {
  work: WorkProgress;
  words: Words;
  /** Absent where it can't be stopped. */
  onStop: (() => Promise<void>) | undefined;
  /** Buttons that deal with items that failed. */
  children: ReactNode;
};

/** Shows how far a long work is. One with items that failed stays after its end, to be read. */
export function WorkStrip({ work, words, onStop, children }: Props) {
  if (isRunning(work)) return <Progress work={work} words={words} onStop={onStop} />;
  if (work.state === 'cancelled' || work.failed === 0) return null;
  return (
    <section className={classes.bar} aria-label={words.running}>
      <p className={classes.failed} role="alert">
        {words.failed}
      </p>
      <div className={classes.actions}>
        {children}
        <CloseButton aria-label={words.dismiss} size="lg" onClick={() => unfollowWork(work.id)} />
      </div>
    </section>
  );
}

function Progress({ work, words, onStop }: Omit<Props, 'children'>) {
  const { total, done, failed } = work;
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    await onStop?.();
    setStopping(false);
  };
  return (
    <section className={classes.bar} aria-label={words.running}>
      <div className={classes.progress}>
        <span>{words.progress}</span>
        <ProgressBar
          value={total === 0 ? undefined : (done + failed) / total}
          label={words.running}
        />
      </div>
      {onStop && (
        <Button variant="default" loading={isStopping} onClick={() => void stop()}>
          {words.stop}
        </Button>
      )}
    </section>
  );
}
