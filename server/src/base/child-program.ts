import { writeFile } from 'node:fs/promises';

/** A program says that it is loaded, and then its one answer. */
export type FromChild<Answer> = { type: 'ready' } | { type: 'answer'; answer: Answer };

/** Answers the one question of the process that started this one, which ends it when it is late. */
export async function answerParent<Question, Answer>(
  work: (question: Question) => Answer | Promise<Answer>,
): Promise<void> {
  const send = (message: FromChild<Answer>) => void process.send?.(message);
  process.once('disconnect', () => process.exit());
  process.once('message', (question: Question) => {
    void Promise.resolve(work(question)).then((answer) => send({ type: 'answer', answer }));
  });
  // Short of memory, the kernel ends this rather than the server (proc_pid_oom_score_adj(5)).
  await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);
  send({ type: 'ready' });
}
