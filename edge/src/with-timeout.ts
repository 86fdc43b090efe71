/** A storage that hangs counts as one that fails. */
export const READ_TIMEOUT_MS = 2000;

/** Rejects when the work takes longer; the work itself goes on. */
export async function withTimeout<R>(work: Promise<R>, ms = READ_TIMEOUT_MS): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('storage did not answer')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
