// Lints the OpenAPI document as a running server answers it. No network: telemetry is off.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TUS_PATH } from '../contract/src/uploads.ts';
import { createOpenApiDocument } from '../server/src/openapi.ts';

const config = `extends: [recommended]
rules:
  # One path ends in a slash, as clients of the resumable upload know it; others are told below.
  no-path-trailing-slash: off
`;

const folder = await mkdtemp(join(tmpdir(), 'kinora-openapi-'));
try {
  const document = await createOpenApiDocument();
  const slashed = Object.keys(document.paths).filter((path) => path.endsWith('/'));
  if (slashed.some((path) => path !== TUS_PATH)) {
    console.error(`Paths end in a slash: ${slashed.join(', ')}`);
    process.exitCode = 1;
  }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document, null, 1));
  await writeFile(join(folder, 'redocly.yaml'), config);
  const redocly = join(import.meta.dirname, '../node_modules/.bin/redocly');
  const lint = spawn(redocly, ['lint', 'openapi.json', '--format=stylish'], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  let output = '';
  lint.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  lint.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const [code] = (await once(lint, 'close')) as [number | null];
  // A warning is a finding too.
  if (code !== 0 || /\bwarning\b/.test(output)) {
    console.error(output);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}
