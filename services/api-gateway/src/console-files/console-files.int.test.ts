import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** As it was sent: fetch would decompress it. */
async function read(path: string, encoding = 'identity') {
  const request = http.get(api.url + path, { headers: { 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { statusCode: response.statusCode, headers: response.headers, content: await buffer(response) };
}

const assetsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/console\/assets\/[\w.-]+/g)].map(([url]) => url)),
];

it('serves the page at every path of the console, with a policy and a nonce of its own', async () => {
  const [first, second] = [await read('/console'), await read('/console/emails/some-id?mode=test')];
  const nonces = [first, second].map(({ statusCode, headers, content }) => {
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("font-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    // Images also from where readers of emails get them.
    const others = policy.replace(/; img-src 'self' data: http:\/\/127\.0\.0\.1:\d+\/i\/;/, ';');
    expect(others).not.toMatch(/unsafe-|https?:|\*/);
    expect(content.toString()).toContain(`<meta property="csp-nonce" nonce="${nonce}"`);
    expect(content.toString()).not.toMatch(/__CSP_NONCE__|<script>|\sstyle="|\son\w+="/);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

it('serves assets compressed and for a year, because their names change with their content', async () => {
  const assets = assetsIn((await read('/console')).content.toString());
  expect(assets.length).toBeGreaterThan(3);
  for (const url of assets) {
    const plain = await read(url);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Fonts are compressed already.
    if (url.endsWith('.woff2')) continue;
    const brotli = await read(url, 'gzip, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.content).equals(plain.content)).toBe(true);
    expect(gunzipSync((await read(url, 'gzip')).content).equals(plain.content)).toBe(true);
  }
});

const linksAllowed = ' allow-popups allow-popups-to-escape-sandbox';

it.each([
  ['/console/frame', 'img-src data:;', ''],
  ['/console/frame/remote-images', 'img-src data: https: http:;', ''],
  ['/console/frame/links', 'img-src data:;', linksAllowed],
  ['/console/frame/links/remote-images', 'img-src data: https: http:;', linksAllowed],
])('%s is a sandbox without scripts, with %s', async (path, images, allowed) => {
  const policy = String((await read(path)).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(images);
  expect(policy.endsWith(`; sandbox allow-same-origin${allowed}`)).toBe(true);
  expect(policy).not.toContain('script-src');
});

it.each([
  '/console/assets/index.js',
  '/console/assets/..%2fmanifest.json',
  '/console/assets/%2e%2e%2f.sources',
  '/console/api/nothing',
])('there is no %s', async (path) => {
  expect((await read(path)).statusCode).toBe(404);
});
