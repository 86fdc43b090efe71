import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { createSegmentRequests } from './segment-requests.ts';

const segment = { videoKey: 'vid1', revisionKey: 'rev1', renditionId: 'v720', number: 7 };

async function startApi(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the API is asked for one segment, by an edge that proves to be one', async (t) => {
  const seen: unknown[] = [];
  const url = await startApi(t, (request, response) => {
    void text(request).then((body) => {
      seen.push([request.method, request.url, request.headers.authorization, JSON.parse(body)]);
      response.writeHead(204).end();
    });
  });
  await createSegmentRequests(url, 'the-token')(segment);
  assert.deepEqual(seen, [['POST', '/internal/segments/request', 'Bearer the-token', segment]]);
});

test('a refusal is a rejection that does not tell the token', async (t) => {
  const url = await startApi(t, (_request, response) => response.writeHead(403).end());
  await assert.rejects(createSegmentRequests(url, 'the-token')(segment), (error) => {
    assert.match(String(error), /403/);
    assert.doesNotMatch(String(error), /the-token/);
    return true;
  });
});

test('the token is never carried to where the API redirects', async (t) => {
  let carried = 0;
  const elsewhere = await startApi(t, (_request, response) => {
    carried += 1;
    response.writeHead(204).end();
  });
  const url = await startApi(t, (_request, response) =>
    response.writeHead(307, { location: `${elsewhere}/internal/segments/request` }).end(),
  );
  await assert.rejects(createSegmentRequests(url, 'the-token')(segment));
  assert.equal(carried, 0);
});

test('an API that is not there is a rejection', async () => {
  await assert.rejects(createSegmentRequests('http://127.0.0.1:9', 'the-token')(segment));
});
