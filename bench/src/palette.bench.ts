// The first answer of the command palette with 1,000,000 videos: projects and videos that match what was
// typed, asked for at once over HTTP, as the console asks.
// Promise: p95 ≤ 100 ms for each kind of words.
// Run: node bench/src/palette.bench.ts [videos, 1000000 unless told] [teams that share them, 50]
import './as-in-production.ts';
import { Agent, request } from 'node:http';
import { findFreePort } from '@kinora/contract/test-port';
import { startTestApp } from '@kinora/server/test-app';
import { median } from './median.ts';
import { englishWords, seedVideos, thaiWords } from './seed-videos.ts';

const videos = Number(process.argv[2] ?? 1_000_000);
const teams = Number(process.argv[3] ?? 50);
const rounds = 60;
const promisedMs = 100;

console.log(`seeding ${videos.toLocaleString('en')} videos in ${teams} teams …`);
const app = await startTestApp();
const { namespace, admin } = await seedVideos(app, { videos, teams });
const address = await app.http.listen({ port: await findFreePort(), host: '127.0.0.1' });
const agent = new Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${admin.token}`, 'x-team': namespace };

const kinds: [string, readonly string[]][] = [
  ['Thai', thaiWords],
  ['English', englishWords],
  ['beginnings', ['ข', 'น้', 'แกงเ', 'n', 'ev', 'inter']],
  ['two words', ['ข่าว news', 'ครัว promo', 'river แม่น้ำ', 'ไม่มี news']],
  ['projects', ['alpha', 'bet', 'gamma 0', 'delta']],
  ['rare', ['ไม่มีคำนี้', 'nothing', '99999', 'zzz']],
  ['keys', ['v00000000001', 'v00000500000', 'v0000099999']],
];
for (const [name, words] of kinds) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await ask(words[round % words.length] ?? ''));
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
  const ratio = (p95 / promisedMs).toFixed(2);
  console.log(
    `${name}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ratio to the promise ${ratio}`,
  );
}
agent.destroy();
await app.close();

/** Takes until both answers are there, in ms. */
async function ask(typed: string): Promise<number> {
  const q = encodeURIComponent(typed);
  const start = performance.now();
  await Promise.all([
    get(`/api/v1/projects?q=${q}&limit=5&sort=lastActivityAt`),
    get(`/api/v1/video-matches?q=${q}&limit=8`),
  ]);
  return performance.now() - start;
}

function get(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
