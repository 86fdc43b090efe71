import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { pagedList, pageQuery, searchQuery } from './lists.ts';

const fields = {
  id: Id,
  /** Stands in signed addresses as `x_key_id`. */
  keyId: z.string(),
  createdAt: Time,
  domains: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        needsKey: z.boolean().describe('It requires signed URLs, and has no other key'),
      }),
    )
    .describe('The playback channels that use it'),
};

export const UrlSigningKey = nameSchema('UrlSigningKey', z.object(fields));
export type UrlSigningKey = z.infer<typeof UrlSigningKey>;

/** The limit for a team, so that keys can't fill the database. */
export const MAX_URL_SIGNING_KEYS = 1000;

/** Part of the API's description, to which the console links from a new key. */
const SIGNING_GUIDE = `A playback channel that requires signed URLs plays a video only for those whom your
server has given a signed address. Keep \`keySecret\` on that server, add the key to the channel, and
require signed URLs there. Then sign any address of a video as the API gives it, in \`watchUrl\` or
\`playbackUrls\`: the pages on which it is watched or embedded, a playlist, an MP4 or a
cover.

In Node, without a package:

\`\`\`js
const { createHmac } = require('node:crypto');

function signAddress(address, keyId, keySecret, seconds) {
  const { host, pathname } = new URL(address);
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const signature = createHmac('sha256', keySecret)
    .update(['GET', host, pathname, expires].join('\\n'))
    .digest('base64url');
  const query = \`x_key_id=\${keyId}&x_expires=\${expires}&x_signature=\${signature}\`;
  return address + (address.includes('?') ? '&' : '?') + query;
}
\`\`\`

- The signed text has four lines, with a line feed between them and none at the end: \`GET\`, the host in
  lower case (with its port unless it is the scheme's own), the path without its query, and the value
  of \`x_expires\` in unix seconds.
- \`x_signature\` is its HMAC-SHA256 in base64url without padding. The secret is taken as the text that is
  shown, not decoded.
- To sign all below a path, put that path, which ends in \`/\`, in place of the address's own, and name
  it in \`x_path_prefix\`.
- Conditions are lines between the path and the time, sorted by name, and parameters of the address:
  \`geo_allow:TH,LA\` with \`x_geo_allow=TH,LA\`, \`geo_block:…\` with \`x_geo_block=…\`, and
  \`client_ip:203.0.113.7\` with \`x_client_ip=1\`.
- Everything ends at that time, also for those who are watching: allow for the video's length and a pause.
- What a player fetches after the address that you signed, Kinora signs by itself.`;

const keySecret = z.string();
const PATH = '/api/v1/url-signing-keys';
const call = createCalls('URL signing keys', 'Secrets with which addresses of videos are signed');

export const urlSigningKeys = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'URL signing keys of the team, newest first' })
    .input(
      z.object({
        ...pageQuery({ fallback: 100, max: 100 }),
        q: searchQuery.describe('A part of the key id'),
      }),
    )
    .output(pagedList(UrlSigningKey)),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Create a URL signing key',
      description: SIGNING_GUIDE,
    })
    .input(z.object({}))
    .output(z.object({ ...fields, keySecret })),
  secret: call({ who: 'manager' })
    .route({ method: 'GET', path: `${PATH}/{id}/secret`, summary: 'The secret of a key' })
    .input(z.object({ id: Id }))
    .output(z.object({ keySecret })),
  delete: call({
    who: 'manager',
    problems: { 409: 'In use by playback channels: `domains` says which' },
  })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete a key that no playback channel uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};
