import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeShared } from '@kinora/contract/test-shared';

const run = promisify(execFile);

export const AD_SECONDS = 3;

/** Sends `ads.test` and `cdn.test` to this machine, and accepts their self-signed certificates. */
export const AD_SERVER_FLAGS = [
  '--ignore-certificate-errors',
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export type AdServer = {
  /** `https://ads.test:{port}` */
  origin: string;
  /** Answers by path: XML, or whatever a dishonest server does. */
  answers: Map<string, Answer>;
  /** Paths with their queries, in order. */
  requests: { path: string; cookie: string | undefined; origin: string | undefined }[];
  /** The ad's file. */
  media: Buffer;
  /** Lists the pings below `/ping/`. */
  listPings(): string[];
  reset(): void;
  close(): Promise<void>;
};

/** Starts a stand-in for an ad server, with an ad of 3 s at `/ad.mp4`. */
export async function startAdServer(): Promise<AdServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ads-'));
  const [ad] = await Promise.all([makeShared(['ad'], makeAd), makeCertificate(folder)]);
  const [key, cert, media] = await Promise.all([
    readFile(join(folder, 'key.pem')),
    readFile(join(folder, 'cert.pem')),
    readFile(join(ad, 'ad.mp4')),
  ]);
  await rm(folder, { recursive: true, force: true });
  const answers = new Map<string, Answer>();
  const requests: AdServer['requests'] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '/';
    const { cookie, origin } = request.headers;
    requests.push({ path, cookie, origin });
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Set-Cookie', 'tracked=1; Secure; SameSite=None');
    const answer = answers.get(path.split('?')[0] ?? '');
    if (typeof answer === 'function') return answer(request, response);
    if (answer !== undefined) return response.setHeader('Content-Type', 'text/xml').end(answer);
    if (path.startsWith('/ad.mp4')) return sendMedia(request, response, media);
    response.statusCode = path.startsWith('/ping/') ? 204 : 404;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://ads.test:${port}`,
    answers,
    requests,
    media,
    listPings: () =>
      requests.flatMap(({ path }) =>
        path.startsWith('/ping/') ? [path.slice('/ping/'.length)] : [],
      ),
    reset() {
      answers.clear();
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function makeCertificate(cwd: string): Promise<void> {
  const subject = ['-subj', '/CN=ads.test', '-addext', 'subjectAltName=DNS:*.test'];
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  await run(
    'openssl',
    ['req', '-x509', ...kind, ...subject, '-keyout', 'key.pem', '-out', 'cert.pem'],
    { cwd },
  );
}

async function makeAd(cwd: string): Promise<void> {
  const inputs = ['color=c=0x225577:size=640x360:rate=25', 'sine=sample_rate=48000:frequency=600'];
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags +faststart';
  await run(
    'ffmpeg',
    [
      '-v',
      'error',
      ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
      '-t',
      String(AD_SECONDS),
      ...codecs.split(' '),
      'ad.mp4',
    ],
    { cwd },
  );
}

function sendMedia(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  response.setHeader('Content-Type', 'video/mp4');
  response.setHeader('Accept-Ranges', 'bytes');
  const [, first] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined) return void response.end(body);
  const start = Number(first);
  response.setHeader('Content-Range', `bytes ${start}-${body.length - 1}/${body.length}`);
  response.writeHead(206).end(body.subarray(start));
}

const EVENTS = [
  'loaded',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'mute',
  'unmute',
  'pause',
  'resume',
  'skip',
  'fullscreen',
];

type AdOptions = {
  origin: string;
  /** Stands before the names of what it tells. */
  name?: string;
  skipOffset?: string;
  media?: string;
  sequence?: number;
  clickThrough?: string;
};

/** An `<Ad>` that tells everything. */
export function renderAd({
  origin,
  name = 'ad',
  skipOffset,
  media,
  sequence,
  clickThrough,
}: AdOptions): string {
  const ping = (event: string) => `<![CDATA[${origin}/ping/${name}-${event}]]>`;
  const file =
    media ??
    `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360">${origin}/ad.mp4?${name}</MediaFile>`;
  return `<Ad id="${name}"${sequence ? ` sequence="${sequence}"` : ''}><InLine>
<AdSystem>Test</AdSystem><AdTitle>Test</AdTitle>
<Impression>${ping('impression')}</Impression>
<Error><![CDATA[${origin}/ping/${name}-error-[ERRORCODE]]]></Error>
<Creatives><Creative><Linear${skipOffset ? ` skipoffset="${skipOffset}"` : ''}>
<Duration>00:00:0${AD_SECONDS}</Duration>
<TrackingEvents>
${EVENTS.map((event) => `<Tracking event="${event}">${ping(event)}</Tracking>`).join('\n')}
<Tracking event="progress" offset="00:00:01"><![CDATA[${origin}/ping/${name}-progress-[ADPLAYHEAD]]]></Tracking>
</TrackingEvents>
<VideoClicks>
<ClickThrough><![CDATA[${clickThrough ?? `${origin}/shop`}]]></ClickThrough>
<ClickTracking>${ping('click')}</ClickTracking>
</VideoClicks>
<MediaFiles>${file}</MediaFiles>
</Linear></Creative></Creatives>
</InLine></Ad>`;
}

export const renderVast = (...ads: string[]): string =>
  `<?xml version="1.0"?><VAST version="4.2">${ads.join('')}</VAST>`;

/** An answer that sends on to another address. */
export function renderWrapper(origin: string, name: string, to: string): string {
  return renderVast(`<Ad id="${name}"><Wrapper allowMultipleAds="true">
<AdSystem>Test</AdSystem>
<VASTAdTagURI><![CDATA[${to}]]></VASTAdTagURI>
<Impression><![CDATA[${origin}/ping/${name}-impression]]></Impression>
<Error><![CDATA[${origin}/ping/${name}-error-[ERRORCODE]]]></Error>
<Creatives><Creative><Linear><TrackingEvents>
<Tracking event="complete"><![CDATA[${origin}/ping/${name}-complete]]></Tracking>
</TrackingEvents></Linear></Creative></Creatives>
</Wrapper></Ad>`);
}

/** Breaks by their offsets, each with VAST, or the address that answers it. */
export function renderVmap(origin: string, breaks: Readonly<Record<string, string>>): string {
  const list = Object.entries(breaks).map(
    (
      [offset, source],
      at,
    ) => `<vmap:AdBreak timeOffset="${offset}" breakType="linear" breakId="${at}">
<vmap:AdSource id="${at}">${
      source.startsWith('https:')
        ? `<vmap:AdTagURI templateType="vast4"><![CDATA[${source}]]></vmap:AdTagURI>`
        : `<vmap:VASTAdData>${source.replace(/^<\?xml[^>]*>/, '')}</vmap:VASTAdData>`
    }</vmap:AdSource>
<vmap:TrackingEvents>
<vmap:Tracking event="breakStart"><![CDATA[${origin}/ping/break-${at}-start]]></vmap:Tracking>
<vmap:Tracking event="error"><![CDATA[${origin}/ping/break-${at}-error-[ERRORCODE]]]></vmap:Tracking>
</vmap:TrackingEvents>
</vmap:AdBreak>`,
  );
  return `<?xml version="1.0"?><vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">${list.join('')}</vmap:VMAP>`;
}
