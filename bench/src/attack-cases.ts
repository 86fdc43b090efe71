import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bomb, progressive } from '@kinora/server/base/test-pictures';
import type { Attack } from './attack-program.ts';
import type { Client, Video } from './product-client.ts';
import { signIn } from './product.ts';

export type AttackCase = {
  name: string;
  /** Null measures noise alone. */
  attack: Attack | null;
  /** Sends nothing, or as many honest requests: it keeps no promise. */
  isYardstick?: boolean;
  /** An allowed flood may cost others as much as its yardstick, the last one before. */
  isFlood?: boolean;
};

/** An unbounded expression of the log took 70 ms for these 15 kB. */
const dots = 'a.'.repeat(7400);
const json = { 'content-type': 'application/json' };

/** @param folder for the bodies that attackers send */
export async function createAttackCases(
  client: Client & { projectKey: string },
  folder: string,
): Promise<AttackCase[]> {
  const { url, edgeUrl } = client.product;
  const save = async (name: string, body: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), body);
    return join(folder, name);
  };
  const get = (address: string, headers = {}): Attack => {
    return { type: 'requests', method: 'GET', url: address, headers, connections: 24 };
  };
  const long = `${url}/api/${dots}`;
  const edgePage = `${edgeUrl}/streams/nothing/playlist.m3u8`;
  return [
    { name: 'nothing', attack: null, isYardstick: true },
    { name: '15 kB of dots to the API, 24 connections', attack: get(long) },
    {
      name: '15 kB of dots to the API, 100 a second',
      attack: { ...get(long), perSecond: 100 } as Attack,
    },
    { name: '15 kB of dots to the edge, 24 connections', attack: get(edgePage, { host: dots }) },
    {
      name: '15 kB of dots to the edge, 100 a second',
      attack: { ...get(edgePage, { host: dots }), perSecond: 100 } as Attack,
    },
    { name: '600 slow bodies of 1 MB', attack: createSlowBodies(url) },
    ...(await descriptions(client, save)),
    ...(await pictures(client, save)),
    { name: '500 slow heads to both ports', attack: createSlowHeads(url, edgeUrl) },
    {
      name: 'wrong passwords from everywhere',
      attack: {
        type: 'requests',
        url: `${url}/api/auth/v1/sign-in`,
        method: 'POST',
        headers: json,
        bodyPath: await save(
          'password',
          JSON.stringify({ ...ofOwner(), password: 'not this one' }),
        ),
        isFromAnywhere: true,
        connections: 4,
      },
    },
  ];
}

const ofOwner = () => ({ email: signIn.email });

type Save = (name: string, body: string | Uint8Array) => Promise<string>;

async function descriptions(
  client: Client & { projectKey: string },
  save: Save,
): Promise<AttackCase[]> {
  const source = { type: 'video/mp4', size: 1000, fileName: 'words.mp4' };
  const [video] = await client.call<Video[]>('POST', '/api/v1/videos', {
    projectKey: client.projectKey,
    videos: [{ title: 'words', source }],
  });
  const put = async (name: string, description: string): Promise<Attack> => ({
    type: 'requests',
    url: `${client.product.url}/api/v1/videos/${video?.key ?? ''}`,
    method: 'PUT',
    headers: { ...client.headers, ...json },
    bodyPath: await save(name, JSON.stringify({ description })),
    connections: 4,
  });
  // The first is one character as a person counts them; the second has as many as are let through.
  const marks = await put('marks', `a${'\u0301\u0316'.repeat(29_990)}`);
  const longest = await put('longest', `a${'\u0301\u0316'.repeat(10_990)}`);
  const words = await put('words', 'words '.repeat(800));
  return [
    { name: 'descriptions of 800 words, 4 connections', attack: words, isYardstick: true },
    { name: 'descriptions of 120 kB of marks, 4 connections', attack: marks },
    { name: 'descriptions of 44 kB of marks, 4 connections', attack: longest, isFlood: true },
    {
      name: 'descriptions of 44 kB of marks, one after another',
      attack: { ...longest, connections: 1 },
    },
  ];
}

async function pictures(client: Client, save: Save): Promise<AttackCase[]> {
  const post = async (name: string, picture: Buffer): Promise<Attack> => {
    const fields = {
      name,
      position: 'center',
      sizePercent: 10,
      opacityPercent: 10,
      marginPercent: 1,
    };
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    form.set('image', new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }));
    const whole = new Response(form);
    const type = { 'content-type': whole.headers.get('content-type') ?? '' };
    return {
      type: 'requests',
      url: `${client.product.url}/api/encoding/v1/overlay-presets`,
      method: 'POST',
      headers: { ...client.headers, ...type },
      bodyPath: await save(name, await whole.bytes()),
      connections: 4,
    };
  };
  const flat = progressive(1990, 'flat');
  const scans = bomb(flat, 28_000);
  // A picture that is just let through takes a decoder as long as it can.
  const allowed = bomb(flat, 89);
  return [
    { name: '4 JPEGs of 28,000 scans at once', attack: await post('bomb', scans) },
    { name: '4 JPEGs of 100 scans at once', attack: await post('hundred', allowed) },
  ];
}

/** The bodies need no account; some state their length, and the others don't. */
function createSlowBodies(url: string): Attack {
  const { port } = new URL(url);
  const size = 16 * 1024;
  const block = `"${'a'.repeat(size - 3)}",`;
  const head = (path: string, framing: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
  const sized = head('/api/v1/projects', 'Content-Length: 1048576');
  const chunked = head('/api/auth/v1/sign-in', 'Transfer-Encoding: chunked');
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  return {
    type: 'trickle',
    connections: 600,
    everyMs: 1000,
    senders: [
      { port: Number(port), first: sized + block, more: block },
      // This one sends nearly all that a stranger may, and then just enough to stay open.
      {
        port: Number(port),
        first: chunked + chunk(`[${block.slice(0, 15_000)}`),
        more: chunk('a'),
      },
      { port: Number(port), first: chunked, more: chunk(block) },
    ],
  };
}

function createSlowHeads(url: string, edgeUrl: string): Attack {
  const senders = [url, edgeUrl].map((each) => ({
    port: Number(new URL(each).port),
    first: 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    more: 'X-More: a\r\n',
  }));
  return { type: 'trickle', connections: 1000, everyMs: 1000, senders };
}
