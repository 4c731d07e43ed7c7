import '../../assets/search.js';
import { allRoutes } from '../../test/all-routes';
import { createOpenApiDocument } from '../openapi/document';
import type { SearchEntry } from './search-entries';
import { createSite } from './site';

/** A script of the pages: it defines one global. */
const { createSearch } = globalThis as unknown as {
  createSearch: (entries: readonly SearchEntry[]) => (query: string) => SearchEntry[];
};

const entries = createSite(createOpenApiDocument(allRoutes()), 'https://mail.example.com').searchEntries();
const find = createSearch(entries);
const urlsOf = (query: string) => find(query).map(({ url }) => url);

/** What people ask, and what must come first. */
const first = [
  ['smtp', '/docs/guides/smtp'],
  ['liquid', '/docs/guides/sending#templates-liquid'],
  ['webhook signature', '/docs/guides/webhooks#verify-the-signature'],
  ['verifying webhooks signatures', '/docs/guides/webhooks#verify-the-signature'],
  ['how to install the sdk', '/docs/guides/sdk#install'],
  ['list emails', '/docs/emails#listEmails'],
  ['listing email', '/docs/emails#listEmails'],
  ['sendEmailBatch', '/docs/emails#sendEmailBatch'],
  ['emails.sendBatch', '/docs/emails#sendEmailBatch'],
  ['why is my email late', '/docs/guides/why-late'],
  ['handle bounces', '/docs/guides/handle-bounces'],
  ['send for customers', '/docs/guides/send-for-customers'],
  ['going to production', '/docs/guides/going-to-production'],
  ['test a sign-up', '/docs/guides/end-to-end-tests#test-a-sign-up'],
  ['next.js server action', '/docs/guides/nextjs#a-server-action'],
  ['django settings', '/docs/guides/django'],
  ['wordpress', '/docs/guides/other-software#wordpress'],
  ['rate_limited', '/docs/errors#rate_limited'],
  ['rate limits', '/docs/guides/sdk#rate-limits'],
  ['email.bounced', '/docs/webhooks#email.bounced'],
] as const;

test.each(first)('%s leads to %s first', (query, url) => {
  expect(urlsOf(query)[0]).toBe(url);
});

test.each([
  ['fields of responses', 'attempt_count', '/docs/webhooks#readWebhookDelivery'],
  ['fields of responses inside lists', 'events_truncated', '/docs/emails#readEmail'],
  ['fields of requests', 'undisclosed hide_recipients', '/docs/emails#sendEmail'],
  ['parts of field names', 'next attempt', '/docs/emails#readEmail'],
  ['fields of webhooks', 'bounce_type', '/docs/webhooks#email.bounced'],
])('%s are found: %s', (_, query, url) => {
  expect(urlsOf(query).slice(0, 10)).toContain(url);
});

test.each([
  ['scheduling', 'scheduled', 'schedule'],
  ['bounces', 'bounced', 'bouncing'],
  ['suppression', 'suppressions', 'suppressed'],
  ['retry', 'retries', 'retried'],
  ['attachment', 'attachments'],
])('forms of a word find the same: %s', (...forms) => {
  const [best, ...others] = forms.map((form) => new Set(urlsOf(form).slice(0, 30)));
  for (const other of others)
    expect([...other].filter((url) => best?.has(url)).length).toBeGreaterThanOrEqual(5);
});

test('a word that is nowhere does not hide what the others find', () => {
  expect(urlsOf('webhook signature xyzzy')[0]).toBe('/docs/guides/webhooks#verify-the-signature');
  expect(urlsOf('please verify webhook signature in elixir')[0]).toBe(
    '/docs/guides/webhooks#verify-the-signature',
  );
});

test.each(['', '   ', '?!', 'xyzzy', '<script>', '__proto__ constructor'])('%j is answered', (query) => {
  expect(Array.isArray(find(query))).toBe(true);
  if (!/proto/.test(query)) expect(find(query).length).toBeLessThan(40);
});

test('while a word is typed, its beginning finds it', () => {
  for (const typed of ['suppr', 'suppres', 'suppression']) expect(urlsOf(typed)[0]).toMatch(/suppress/);
});

test('every page, operation, event and error can be found by its own name', () => {
  const lost = entries.filter((entry) => {
    const found = find(entry.title).slice(0, 10);
    return !found.some(({ url }) => url === entry.url);
  });
  expect(lost.map(({ title, url }) => `${title} ${url}`)).toEqual([]);
});
