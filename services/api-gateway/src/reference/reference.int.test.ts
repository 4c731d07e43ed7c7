import { createHook } from 'node:async_hooks';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import {
  createApiKey,
  createDomain,
  createOrganization,
  type ApiKeyFixture,
  type DomainFixture,
} from '@postrider/testkit';
import { describeInBrowser, startBrowser, waitUntil, watchPage } from '../../test/start-browser';
import { useApi } from '../../test/use-api';

let domain: DomainFixture;
let testKey: ApiKeyFixture;
const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  domain = await createDomain(pool, { organizationId });
  testKey = await createApiKey(pool, { organizationId, mode: 'test', domainIds: [domain.id] });
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(api.url + path, { headers });
  return { response, text: await response.text() };
};

const linksIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target)),
];

/** What people look for, and where they must be led first. */
const concepts = [
  ['smtp', '/docs/guides/smtp'],
  ['liquid', '/docs/guides/sending#templates-liquid'],
  ['double opt-in', '/docs/guides/newsletter#2-collect-subscribers-with-double-opt-in'],
  ['inline image', '/docs/guides/sending#inline-images'],
  ['webhook signature', '/docs/guides/webhooks#verify-the-signature'],
  ['how to install the sdk', '/docs/guides/sdk#install'],
  ['warm-up', '/docs/guides/deliverability#warm-up'],
  ['list emails', '/docs/emails#listEmails'],
] as const;

describe('the pages', () => {
  it('load everything from this host, may load nothing else, and lead to nothing that is not there', async () => {
    const seen = new Map<string, string>();
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const { response, text } = await read(path);
      expect([path, response.status]).toEqual([path, 200]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-|https?:|data:|\*/);
      seen.set(path, text);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      expect(text).not.toMatch(/<style|style="|<script>|\son\w+="/);
      open.push(
        ...linksIn(text)
          .filter((link) => link.startsWith('/'))
          .map((link) => link.replace(/#.*$/, '')),
      );
    }
    // Anchors, too: of each link on each page.
    const ids = new Map([...seen].map(([path, text]) => [path, new Set(text.match(/(?<=\sid=")[^"]+/g))]));
    const dangling = [...seen].flatMap(([path, text]) =>
      linksIn(text).filter((link) => {
        if (!/^[/#]/.test(link)) return true;
        const [target = '', anchor] = link.split('#');
        return (
          anchor !== undefined && !ids.get(target === '' ? path : target)?.has(decodeURIComponent(anchor))
        );
      }),
    );
    expect(dangling).toEqual([]);
    expect(seen.size).toBeGreaterThan(25);
  });

  it('show each endpoint of the document, and each code with what helps', async () => {
    const pages = linksIn((await read('/docs')).text).filter((link) => /^\/docs\/[\w-]+$/.test(link));
    const html = (await Promise.all(pages.map(async (path) => (await read(path)).text))).join('\n');
    const operations = Object.values(api.document.paths ?? {}).flatMap(
      (item) => Object.values(item) as unknown[],
    );
    const ids = operations.map((operation) => (operation as { operationId: string }).operationId);
    expect(ids.filter((id) => !html.includes(`<section class="operation" id="${id}"`))).toEqual([]);
    expect(html).toMatch(/id="quota_exceeded">[^]*?<strong>How to fix it:<\/strong>/);
  });

  it('are found by what they are about: the index knows the words of guides, not only their titles', async () => {
    const entries = JSON.parse((await read('/docs/search.json')).text) as {
      readonly url: string;
      readonly title: string;
      readonly words: string;
    }[];
    for (const [query, url] of concepts) {
      const entry = entries.find((each) => each.url === url);
      expect([query, entry?.url]).toEqual([query, url]);
    }
    const dmarc = entries.filter(({ title, words }) => !/dmarc/i.test(title) && /\bdmarc\b/.test(words));
    expect(dmarc.map(({ url }) => url)).toContain('/docs/guides/deliverability#authenticate-your-domain');
  });

  it('show the code of guides as tabs, the first of which is visible without a script', async () => {
    const { text } = await read('/docs/guides/sending');
    const [block = ''] = text.split('<div class="samples">').slice(1);
    const names = [...block.matchAll(/<button type="button" data-language="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['curl', 'typescript', 'smtp']);
    const visible = [...block.matchAll(/<pre class="sample" data-language="(\w+)"(?![^>]* hidden)/g)];
    expect(visible.map(([, name]) => name)).toEqual(['curl']);
  });

  it('are kept by browsers: assets for a year, pages until they change; and travel compressed', async () => {
    const { response, text } = await read('/docs');
    const etag = response.headers.get('etag') ?? '';
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect((await read('/docs', { 'if-none-match': etag })).response.status).toBe(304);
    expect((await read('/docs', { 'accept-encoding': 'identity' })).text).toBe(text);
    for (const asset of linksIn(text).filter((link) => link.startsWith('/docs/assets/')))
      expect((await read(asset)).response.headers.get('cache-control')).toContain('immutable');
  });

  it('cost no compression or decompression after the first time, whatever the client accepts', async () => {
    const paths = ['/openapi.json', '/docs/emails', '/docs/search.json'];
    for (const path of paths) await read(path, { 'accept-encoding': 'gzip' });
    let streams = 0;
    const hook = createHook({ init: (_id, type) => void (streams += Number(type === 'ZLIB')) }).enable();
    for (const path of paths) {
      const plain = await read(path, { 'accept-encoding': 'identity' });
      expect(plain.response.headers.get('content-encoding')).toBeNull();
      expect(plain.text.length).toBeGreaterThan(10_000);
    }
    hook.disable();
    expect(streams).toBe(0);
  });

  it.each([
    '/docs/package.json',
    '/docs/../package.json',
    '/docs/assets/reference.js',
    '/docs/guides/%2e%2e/errors.md',
  ])('there is no %s', async (path) => {
    expect((await read(path)).response.status).toBe(404);
  });

  it('are listed for programs that read, guides as Markdown', async () => {
    const { text } = await read('/llms.txt');
    const [, guide = ''] = /\((?:https?:\/\/[^/]+)(\/docs\/guides\/webhooks\.md)\)/.exec(text) ?? [];
    const { response, text: markdown } = await read(guide);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown).toMatch(/^# /);
  });
});

it('an error answer leads to its explanation', async () => {
  const { headers } = await api.get('/emails/00000000-0000-7000-8000-000000000000', testKey);
  expect(headers.get('link')).toBe('</docs/errors#not_found>; rel="help"');
});

describeInBrowser('in a browser', () => {
  let browser: Browser;
  /** Of each page. */
  const problems: (readonly string[])[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function openPage(
    path: string,
    width: number,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
    problems.push(watchPage(page, (url) => url.startsWith(api.url)));
    await page.goto(api.url + path);
    return page;
  }

  it('the search finds an operation by a field, with the keyboard alone', async () => {
    const page = await openPage('/docs', 1440);
    await page.keyboard.press('/');
    await page.keyboard.type('batch emails');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/emails#sendEmailBatch');
    await page.getByRole('heading', { name: 'Emails', exact: true }).waitFor();
    expect(await page.locator('#sendEmailBatch').isVisible()).toBe(true);
    await page.close();
  });

  it('samples are in the language that was chosen, on every page', async () => {
    const page = await openPage('/docs/emails', 1440);
    const shown = page.locator('#sendEmail .sample:visible');
    expect(await shown.textContent()).toContain('curl');
    await page.locator('#sendEmail').getByRole('button', { name: 'Python' }).click();
    expect(await shown.textContent()).toContain('urllib.request');
    await page.getByRole('link', { name: 'Webhooks' }).last().click();
    expect(await page.locator('#createWebhook .sample:visible').textContent()).toContain('urllib.request');
    await page.close();
  });

  it('the search leads to what people look for first', async () => {
    const page = await openPage('/docs', 1440);
    await page.keyboard.press('/');
    const first = page.locator('#found li[aria-selected=true]');
    for (const [query, url] of concepts) {
      await page.getByRole('combobox').fill(query);
      expect([query, await first.getAttribute('data-url')]).toEqual([query, url]);
    }
    await page.close();
  });

  it('tabs of guides keep the chosen language over pages, and the button copies what is shown', async () => {
    const page = await openPage('/docs/guides/sending', 1440);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = page.locator('.samples').first();
    await block.getByRole('button', { name: 'TypeScript' }).click();
    // The button says so for a moment only.
    await page.evaluate(`window.said = [];
      for (const button of document.querySelectorAll('.copy'))
        new MutationObserver(() => said.push(button.textContent)).observe(button, { childList: true });`);
    await block.getByRole('button', { name: 'Copy' }).click();
    await waitUntil(page, 'said.includes("Copied")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^import \{ Postrider \}/);
    await page.getByRole('link', { name: 'Send a newsletter' }).first().click();
    await page.getByRole('heading', { name: '1. Create a topic' }).waitFor();
    expect(await page.locator('.sample:visible').first().textContent()).toContain('client.topics.create');
    await page.close();
  });

  it('on a phone, the sample stands ahead of the fields', async () => {
    const page = await openPage('/docs/emails', 390);
    const sample = await page.locator('#sendEmail .samples').boundingBox();
    const fields = await page.locator('#sendEmail .fields').first().boundingBox();
    expect(sample?.y).toBeLessThan(fields?.y ?? 0);
    await page.close();
  });

  it('a pasted test key sends a simulated mail and shows the answer, and is kept nowhere', async () => {
    const page = await openPage('/docs/emails', 1440);
    const form = page.locator('#sendEmail .try');
    await form.locator('summary').click();
    await form.getByLabel('API key').fill(testKey.token);
    await form.getByRole('button', { name: 'Send request' }).click();
    const line = form.locator('.result p');
    await line.waitFor();
    expect(await line.textContent()).toMatch(/^POST \/emails: 200 in \d+ ms$/);
    const answer = JSON.parse((await form.locator('.result pre').textContent()) ?? '') as { id: string };
    const { body } = await api.get<{ mode: string; from: string }>(`/emails/${answer.id}`, testKey);
    expect(body).toMatchObject({ mode: 'test', from: expect.stringContaining(`@${domain.name}`) });

    // On the next page the key is still there, and the id of what exists is filled in.
    await page.getByRole('link', { name: 'Suppressions' }).click();
    const other = page.locator('#listSuppressions .try');
    await other.locator('summary').click();
    expect(await other.getByLabel('API key').inputValue()).toBe(testKey.token);
    const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(stored).not.toContain(testKey.token);
    await page.reload();
    expect(await page.locator('#listSuppressions .try input[name=key]').inputValue()).toBe('');
    await page.close();
  });

  it.each([
    ['light', 1440, '/docs/events'],
    ['dark', 390, '/docs/guides/webhooks'],
  ] as const)(
    '%s at %i px: nothing overflows, and %s can be used without eyes',
    async (scheme, width, looked) => {
      const page = await openPage(looked, width, scheme);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(grave.map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`)).toEqual([]);
      for (const path of [
        '/docs',
        '/docs/emails',
        '/docs/errors',
        '/docs/webhooks',
        '/docs/guides/newsletter',
      ]) {
        await page.goto(api.url + path);
        await page.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true');
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
      }
      await page.close();
    },
  );

  it('asked no other host for anything, and broke no rule of its policy', () => {
    expect(problems.flat()).toEqual([]);
  });
});
