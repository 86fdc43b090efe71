/** Runs what builds with Vite, which would set NODE_ENV for the other tests of the process as well. */
export async function keepNodeEnv<T>(build: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV'];
  try {
    return await build();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
