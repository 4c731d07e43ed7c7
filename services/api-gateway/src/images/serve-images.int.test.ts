import http from 'node:http';
import type { ImageResource } from '@postrider/contracts/images';
import { createDomain } from '@postrider/testkit';
import { pngOf } from '../../test/pictures';
import { useApi } from '../../test/use-api';

const api = useApi();

interface Served {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As a mail client: without a key. */
function ask(path: string, { method = 'GET', host = 'api.postrider.example' } = {}): Promise<Served> {
  return new Promise((resolve, reject) => {
    const sent = { method, headers: { host }, agent: false };
    const request = http.request(`${api.url}${path}`, sent, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject).end();
  });
}

async function upload(color: readonly number[] = [10, 20, 30]): Promise<{ id: string; path: string }> {
  const content = pngOf({ width: 4, height: 4, color }).toString('base64');
  const { body } = await api.post<ImageResource>('/images', api.key, { filename: 'a.png', content });
  return { id: body.id, path: new URL(body.url).pathname };
}

const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

it('an image is served without a key, to be kept for a year', async () => {
  const { path } = await upload();
  const { status, headers, body } = await ask(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    ...guarded,
    ...{ 'content-type': 'image/png', 'content-length': String(body.length) },
    ...{
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
  expect(body.subarray(1, 4).toString()).toBe('PNG');
  const head = await ask(path, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
    200,
    String(body.length),
    0,
  ]);
});

it('an image is served on tracking hosts, where the API is not', async () => {
  const { path } = await upload();
  const { name } = await createDomain(api.pool, { organizationId: api.organizationId });
  const host = `links.${name}`;
  expect((await ask(path, { host })).status).toBe(200);
  expect((await ask('/api/v1/images', { host })).status).toBe(404);
});

it.each([
  '/i/',
  '/i/00000000000000000000000000000000.png',
  '/i/00000000000000000000000000000000.svg',
  '/i/%00.png',
  `/i/${'a'.repeat(4_000)}`,
])('answers %.60s with an empty 404 that is not cached', async (path) => {
  const { status, headers, body } = await ask(path);
  expect([status, body.length, headers['cache-control']]).toEqual([404, 0, 'no-store']);
  expect(headers).toMatchObject(guarded);
});

it('an image that was never read is gone at once when it is deleted', async () => {
  const { id, path } = await upload();
  await api.delete(`/images/${id}`);
  expect((await ask(path)).status).toBe(404);
});

it('hundreds of readers at the same time get the image', async () => {
  const { path } = await upload([1, 2, 3]);
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(path)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
});

it('the largest image is decoded beside the event loop, on which everybody else is served', async () => {
  const large = pngOf({ width: 5_000, height: 5_000 }).toString('base64');
  const [loop, all] = [process.threadCpuUsage(), process.cpuUsage()];
  const { status } = await api.post('/images', api.key, { filename: 'large.png', content: large });
  expect(status).toBe(201);
  const [loopSpent, allSpent] = [process.threadCpuUsage(loop), process.cpuUsage(all)];
  // Of some 1.5 seconds, parsing and storing take 0.05.
  expect(loopSpent.user + loopSpent.system).toBeLessThan((allSpent.user + allSpent.system) / 2);
});
