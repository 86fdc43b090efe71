// A key server for Kinora, with Node 20 or newer and nothing else:
//
//   ENCODER_SECRET=… TOKEN_SECRET=… node key-server.mjs
//
// It keeps each key in a file of its own. Without that folder the videos are lost, so back it up.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { ENCODER_SECRET = '', TOKEN_SECRET = '', KEYS_DIR = 'keys' } = process.env;
const { HOST = '127.0.0.1', PORT = '8090' } = process.env;
// The header as it is set in Kinora; Node gives names in lower case.
const SECRET_HEADER = (process.env.SECRET_HEADER ?? 'X-Key-Server-Secret').toLowerCase();

// An empty secret would open the server to everybody.
if (ENCODER_SECRET.length < 16 || TOKEN_SECRET.length < 16) {
  console.error('Set ENCODER_SECRET and TOKEN_SECRET: Kinora shows them at the key server.');
  process.exit(1);
}

const KEY_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Length': '16',
  'Cache-Control': 'private, no-cache, no-store',
};
// Players run in pages of other origins, and ask from there.
const PLAYER_HEADERS = { 'Access-Control-Allow-Origin': '*' };

/** Compares without telling by its time how much was right. */
function isSame(given, wanted) {
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** Reads a token: a JWT by HS256 with the token secret. Null for any other. */
function readToken(token) {
  const [header = '', body = '', signature = '', ...more] = token.split('.');
  const wanted = createHmac('sha256', TOKEN_SECRET).update(`${header}.${body}`).digest('base64url');
  if (more.length > 0 || !isSame(signature, wanted)) return null;
  const parse = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(header).alg !== 'HS256') return null;
  const { content_id: contentId, tech, definition } = parse(body);
  return [contentId, tech, definition].every((claim) => typeof claim === 'string')
    ? { contentId, tech, definition }
    : null;
}

/** The same three claims always name the same file, whatever letters they hold. */
function getKeyPath({ contentId, tech, definition }) {
  const name = createHash('sha256').update(JSON.stringify([contentId, tech, definition]));
  return join(KEYS_DIR, name.digest('hex'));
}

/** The key of these claims; null when there is none yet. */
async function findKey(claims) {
  try {
    return await readFile(getKeyPath(claims));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** When two requests for a new key come at once, both get the first one's. */
async function findOrCreateKey(claims) {
  const found = await findKey(claims);
  if (found) return found;
  const draft = join(KEYS_DIR, `draft-${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(16));
    // A video is encrypted with it at once, so that it must not be lost.
    await file.sync();
    await link(draft, getKeyPath(claims)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(draft);
  }
  return findKey(claims);
}

/**
 * Decide here who may watch: by the video (`claims.contentId`), the address, the Origin. A viewer with the
 * key can decrypt the video. As it is, everyone with a token gets it.
 */
function mayWatch(_request, _claims) {
  return true;
}

async function answer(request) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const claims = readToken(url.searchParams.get('token') ?? '');
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /encoding':
      if (!isSame(String(request.headers[SECRET_HEADER] ?? ''), ENCODER_SECRET)) return 403;
      return claims ? findOrCreateKey(claims) : 401;
    case 'GET /playback':
      if (!claims) return 401;
      if (!mayWatch(request, claims)) return 403;
      return (await findKey(claims)) ?? 404;
    default:
      return 404;
  }
}

async function respond(request, response) {
  // No body is needed of what is asked.
  request.resume();
  // A token that is no JSON ends here too.
  const result = await answer(request).catch((error) => {
    if (error instanceof SyntaxError) return 401;
    console.error(error);
    return 500;
  });
  if (typeof result === 'number') response.writeHead(result, PLAYER_HEADERS).end();
  else response.writeHead(200, { ...KEY_HEADERS, ...PLAYER_HEADERS }).end(result);
}

const server = createServer((request, response) => void respond(request, response));
await mkdir(KEYS_DIR, { recursive: true, mode: 0o700 });
server.listen(Number(PORT), HOST, () => {
  const { port } = server.address();
  console.log(`The endpoints are http://${HOST}:${port}/encoding and /playback`);
});
