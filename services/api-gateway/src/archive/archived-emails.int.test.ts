import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import type { TopicResource } from '@postrider/contracts/topics';
import type { Browser } from 'playwright-core';
import { keepScreenshot, seriousFindings } from '../../test/console-session';
import { problemsOf } from '../../test/markup-problems';
import { describeInBrowser, startBrowser, watchPage } from '../../test/start-browser';
import { useApi } from '../../test/use-api';

let segmentId: string;
let archive: string;

const api = useApi({
  stream: 'bulk',
  organization: { name: 'Acme <Ltd>' },
  domain: { trackingVerified: true },
});
beforeEach(async () => {
  const topic = {
    slug: 'news',
    name: 'News',
    description: 'Once a month',
    archive: true,
    default_opt_in: true,
  };
  const { body } = await api.post<TopicResource>('/topics', api.key, topic);
  archive = new URL(body.archive_url ?? '').pathname;
  const segment = { name: 'All', filter: { all: [] } };
  segmentId = (await api.post<{ id: string }>('/segments', api.key, segment)).body.id;
});

/** A broadcast that was sent, as workers leave it. @returns the path of its page */
async function send(content: object, winner: number | null = null): Promise<string> {
  const mail = { name: 'May', segment_id: segmentId, topic: 'news', from: `news@${api.domain.name}` };
  const { body, refusal } = await api.post<BroadcastResource>('/broadcasts', api.key, {
    ...mail,
    ...content,
  });
  expect(refusal).toBeNull();
  await api.pool.query(
    `UPDATE broadcasts SET status = 'sent', started_at = now(), winner = $2 WHERE id = $1`,
    [...[body.id, winner]],
  );
  await api.pool.query(
    `INSERT INTO broadcast_counters (broadcast_id, variant, organization_id, sent) VALUES ($1, 0, $2, 1)`,
    [body.id, api.organizationId],
  );
  return `${archive}/${body.id}`;
}

async function open(path: string) {
  const answer = await fetch(api.url + path);
  return { status: answer.status, headers: answer.headers, page: await answer.text() };
}

async function addForm(): Promise<string> {
  const form = { name: 'Site', topics: ['news'], from: `news@${api.domain.name}` };
  return (await api.post<{ id: string }>('/signup-forms', api.key, form)).body.id;
}

const everyVariable =
  '{{ contact.email }}{{ contact.first_name }}{{ contact.last_name }}{{ contact.properties.city }}' +
  '{{ email }}{{ first_name }}{{ last_name }}{{ city }}{{ member_since }}{% for each in orders %}{{ each }}{% endfor %}';
const everyLink =
  '<a href="{{ unsubscribe_url }}">Unsubscribe</a><a href="{{ preferences_url }}">Choose</a><a href="{{ view_url }}">View</a>';

const required = (key: string) => ({ key, type: 'string', required: true });

it('a template with every variable has its fallbacks, and nothing of a recipient', async () => {
  await api.post('/contacts', api.key, {
    ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    properties: { city: 'London', orders: ['A1'], member_since: 1843 },
  });
  const variables = [
    ...['email', 'last_name', 'contact.email', 'contact.first_name', 'contact.last_name'].map(required),
    ...['contact.properties.city', 'unsubscribe_url', 'preferences_url', 'view_url'].map(required),
    { key: 'first_name', type: 'string', required: false, fallback: 'friend' },
    { key: 'city', type: 'string', required: true, fallback: 'your town' },
    { key: 'member_since', type: 'number', required: true },
    { key: 'orders', type: 'list', required: true },
    { key: 'issue', type: 'string', required: true },
  ];
  await api.post('/templates', api.key, {
    ...{ slug: 'letter', subject: 'Hi {{ first_name }}: {{ issue }}', variables },
    ...{ html: `<p>[${everyVariable}]{{ issue }}</p>${everyLink}`, text: 'text' },
  });
  expect((await api.post('/templates/letter/publish', api.key)).refusal).toBeNull();
  const template = { slug: 'letter', data: { issue: 'May' } };
  const path = await send({ template, preview_text: 'For {{ contact.first_name | default: "you" }}' });
  // What was sent stays, also when its template is no longer used.
  await api.post('/templates/letter/archive', api.key);
  const { status, page } = await open(path);
  expect(status).toBe(200);
  expect(page).toContain('<title>Hi friend: May</title>');
  expect(page).toContain('<p>[friendyour town]May</p><div');
  expect(page).not.toMatch(
    /ada@|Ada|Lovelace|London|A1|1843|example\.com|\/[upvoc]\/|Unsubscribe|Choose|View/,
  );
  const list = (await open(archive)).page;
  expect(list).toContain('>Hi friend: May</a>');
  expect(list).toContain('<small>For you</small>');
});

it('content of its own says nothing of a recipient either, and its links are not tracked', async () => {
  const html =
    '<p>{% if contact.first_name %}Dear {{ contact.first_name }}{% else %}Hello{% endif %}</p>' +
    `<a href="https://shop.test/">Shop</a>${everyLink}`;
  const utm = { source: 'acme', medium: 'email', campaign: 'may' };
  const { page } = await open(await send({ subject: 'May', html, utm }));
  expect(page).toContain('<p>Hello</p><a href="https://shop.test/">Shop</a><div');
});

it('an email leads to the other emails of the topic, and to a form to subscribe if one is open', async () => {
  const path = await send({ subject: 'May', html: '<p>In May</p>' });
  const without = await open(path);
  expect(without.page).toMatch(
    new RegExp(`Acme &lt;Ltd&gt; &middot; <a [^>]*href="${archive}">All emails about “News”</a></div>$`),
  );
  const form = await addForm();
  expect((await open(path)).page).toMatch(new RegExp(`<a [^>]*href="/f/${form}">Subscribe</a></div>$`));
  expect((await open(archive)).page).toContain(`<a href="/f/${form}">Subscribe</a>`);
  await api.send(`/signup-forms/${form}`, { method: 'PATCH', key: api.key, body: { status: 'disabled' } });
  expect((await open(path)).page).toBe(without.page);
  expect((await open(archive)).page).not.toContain('/f/');
});

it('an email without HTML is a page in the brand', async () => {
  const { status, page } = await open(await send({ subject: 'May', text: 'Hi {{ contact.first_name }}<b>' }));
  expect([status, problemsOf(page)]).toEqual([200, []]);
  expect(page).toContain('<h1>May</h1>');
  expect(page).toContain('<pre>Hi &lt;b&gt;</pre>');
});

it('an A/B test shows its winner, or the first variant where nothing was decided', async () => {
  const content = { html: '<p>Hi</p>', subject: 'Base' };
  const variants = [{ subject: 'First' }, { subject: 'Second', html: '<p>B</p>' }];
  const test = { ab_test: { variants, percent: 100, wait_minutes: 10, metric: 'click' } };
  const [decided, open1] = [await send({ ...content, ...test }, 1), await send({ ...content, ...test })];
  expect((await open(decided)).page).toMatch(/<title>Second<\/title><p>B<\/p>/);
  expect((await open(open1)).page).toMatch(/<title>First<\/title><p>Hi<\/p>/);
  expect((await open(archive)).page).toMatch(/>First<\/a>[^]*>Second<\/a>/);
});

it('a subject that is blank without a recipient is named after the topic', async () => {
  await send({ subject: '{{ contact.first_name }}', text: 't' });
  const { page } = await open(archive);
  expect(page).toMatch(/<li><a href="[^"]+">News<\/a>/);
});

it('hostile HTML is answered with the policy of an email in a browser', async () => {
  const html =
    '<base href="https://evil.test/"><script>document.title = "owned"</script><form action="https://evil.test"><input></form><iframe src="/console"></iframe>';
  const { headers } = await open(await send({ subject: 'May', html }));
  expect(headers.get('content-security-policy')?.split('; ')).toEqual(
    expect.arrayContaining([
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      ...["default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
    ]),
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('set-cookie')).toBeNull();
});

describeInBrowser('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('an archive and its emails are accessible in both color schemes, wide and narrow, and lead to each other', async () => {
    await addForm();
    await api.send('/organization', { method: 'PATCH', key: api.key, body: { brand_color: '#0f766e' } });
    const html = '<!doctype html><html lang="en"><body><h1>May</h1><p>In May</p></body></html>';
    for (let n = 0; n < 22; n += 1) {
      await send({
        subject: `Issue ${n} with a long subject about many things`,
        html,
        preview_text: 'What is new',
      });
    }
    const text = await send({ subject: 'Plain', text: 'In May' });
    const page = await browser.newPage();
    const problems = watchPage(page, (url) => url.startsWith(api.url) || url.startsWith('data:'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const [name, path] of [
          ['list', archive],
          ['text', text],
        ] as const) {
          await page.goto(api.url + path);
          await keepScreenshot(page, `archive-${name}-${colorScheme}-${width}`);
          expect(await seriousFindings(page)).toEqual([]);
          expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
            width,
          );
        }
      }
    }
    await page.goto(api.url + archive);
    await page.getByRole('link', { name: 'Older emails' }).click();
    await page.getByRole('link', { name: 'Issue 0 with' }).click();
    await page.getByRole('heading', { name: 'May' }).waitFor();
    await keepScreenshot(page, 'archive-email');
    await page.getByRole('link', { name: 'All emails about “News”' }).click();
    await page.getByRole('heading', { name: 'News' }).waitFor();
    await page.getByRole('link', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'Subscribe' }).waitFor();
    expect(problems).toEqual([]);
    const feed = JSON.stringify((await open(`${archive}/feed`)).page);
    const titles = `[...new DOMParser().parseFromString(${feed}, 'application/xml').querySelectorAll('parsererror, entry > title')].map((each) => each.textContent)`;
    expect((await page.evaluate<string[]>(titles)).slice(0, 2)).toEqual([
      'Plain',
      'Issue 21 with a long subject about many things',
    ]);
    await page.close();
  });

  it('hostile HTML runs no script, has no origin of ours and sees no cookie', async () => {
    const html =
      '<p id="p">Hi</p><script>document.title = "owned"</script><img src="x" onerror="document.title = \'owned\'">' +
      '<form id="f" action="https://evil.test" method="post"><input name="a"><button>Send</button></form>';
    const path = await send({ subject: 'May', html });
    const context = await browser.newContext();
    await context.addCookies([{ name: 'session', value: 'secret', url: api.url }]);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(api.url + path);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#p').waitFor();
    expect(await page.title()).toBe('May');
    expect(asked.filter((url) => url.includes('evil.test'))).toEqual([]);
    expect(page.url()).toBe(api.url + path);
    expect(await page.evaluate('window.origin')).toBe('null');
    await expect(page.evaluate('document.cookie')).rejects.toThrow('sandboxed');
    await context.close();
  });
});
