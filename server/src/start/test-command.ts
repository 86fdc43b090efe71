import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Outcome = { code: number; stdout: string; stderr: string };

/** Runs a command of operators as they do. Without a database's address it looks in the folder. */
export async function runAsOperator(
  program: string,
  words: readonly string[],
  { folder, databaseUrl }: { folder: string; databaseUrl?: string },
): Promise<Outcome> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const path = join(import.meta.dirname, program);
  const ran = promisify(execFile)(process.execPath, [path, ...words], { env });
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Outcome,
  );
}
