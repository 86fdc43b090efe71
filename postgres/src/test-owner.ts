// A process that owns a PostgreSQL, for start-postgres.test.ts to kill: `FOLDER durable|throwaway`.
import { startPostgres } from './start-postgres.ts';

const [folder = '', kind] = process.argv.slice(2);
const { pid, url } = await startPostgres({ folder, isDurable: kind === 'durable' });
console.log(JSON.stringify({ pid, url }));
setInterval(() => undefined, 60_000);
