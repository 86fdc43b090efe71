import { writeFile } from 'node:fs/promises';

/** A program says that it is loaded, and then its one answer. */
export type FromChild = { type: 'ready' } | { type: 'answer'; answer: unknown };

/** Answers the one question of the process that started this one, which ends it when it is late. */
export async function answerParent(work: (question: never) => unknown): Promise<void> {
  const send = (message: FromChild) => void process.send?.(message);
  process.once('disconnect', () => process.exit());
  process.once('message', (question) => {
    void Promise.resolve(work(question as never)).then((answer) =>
      send({ type: 'answer', answer }),
    );
  });
  // Short of memory, the kernel ends this rather than the server (proc_pid_oom_score_adj(5)).
  await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);
  send({ type: 'ready' });
}
