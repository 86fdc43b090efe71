import { startTestPostgres } from '../server/src/base/test-database.ts';

// Run by test-files.mjs: one PostgreSQL for all test files, for as long as the runner listens.
const { url, folder, stop } = await startTestPostgres();
process.once('disconnect', () => void stop());
process.send?.({ url, folder });
