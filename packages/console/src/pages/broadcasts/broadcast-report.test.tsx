import { screen, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const counts = {
  ...{ recipients: 1_010, waiting: 0, submitted: 1_000, suppressed: 10, unsubscribed: 0, over_quota: 0 },
  ...{ invalid: 0, canceled: 0, sent: 1_000, delivered: 990, bounced: 0, complained: 0, failed: 0 },
  ...{ opened: 495, clicked: 99, unsubscribed_by_link: 2 },
};
const summary = {
  ...{ object: 'broadcast', id: 'b1', name: 'May news', status: 'sent', phase: 'sent', audience: 'segment' },
  ...{ segment_id: 's1', topic: 'news', from: 'news@example.com', reply_to: null, subject: 'News' },
  ...{ preview_text: null, template: null, track: { opens: true, clicks: true }, counts, winner: null },
  ...{
    waiting_for: null,
    waiting: null,
    parent_id: null,
    tested_at: null,
    utm: null,
    in_archive: true,
    decide_at: null,
  },
  ...{ created_at: '2026-11-20T09:00:00.000Z', scheduled_at: '2026-11-20T10:00:00.000Z' },
  ...{ sent_at: '2026-11-20T10:00:00.000Z', finished_at: '2026-11-20T10:05:00.000Z', canceled_at: null },
  ...{ paused_at: null, send_at_local: null, send_on_local: null, timezone_property: null },
  default_timezone: null,
};
const broadcast = { ...summary, document: null, html: '<p>Hello</p>', text: null, ab_test: null };
const links = [
  { object: 'broadcast_link', url: 'https://shop.test/may', clicks: 30, unique_clicks: 25 },
  { object: 'broadcast_link', url: 'https://shop.test/june', clicks: 10, unique_clicks: 9 },
];
const rowAt = (time: string, changed: object) => ({
  ...{ time, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0, opened: 0, clicked: 0 },
  ...{ unsubscribed_by_link: 0, ...changed },
});
const answers: Answers = {
  'GET /broadcasts/b1': broadcast,
  'GET /broadcasts': listOf([summary]),
  'GET /broadcasts/b1/links': listOf(links),
  'GET /broadcasts/b1/series': {
    ...{ object: 'broadcast_series', interval: 'hour' },
    series: [
      rowAt('2026-11-20T10:00:00.000Z', { delivered: 990, opened: 400, clicked: 90 }),
      rowAt('2026-11-20T11:00:00.000Z', { opened: 95, clicked: 9 }),
    ],
  },
  'GET /broadcasts/b1/recipients': listOf([]),
  'GET /segments/s1': { id: 's1', name: 'Customers', filter: { all: [] } },
  'GET /topics': listOf([{ slug: 'news', name: 'Company news' }]),
  'POST /broadcasts/b1/preview': {
    ...{ subject: 'News for Ada', preview_text: 'What is new', html: '<p>Hello</p>', text: null },
  },
};
const figure = async (name: string) => (await screen.findByRole('group', { name })).textContent;
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );

it('shows what was reached in four figures, and only the losses that there are', async () => {
  openConsole('/broadcasts/b1', answers);
  expect(await figure('Delivered')).toBe('Delivered99%990 of 1,000 emails');
  expect(await figure('Opened')).toBe('Opened50%495 recipients');
  expect(await figure('Clicked')).toBe('Clicked10%99 recipients');
  expect(await figure('Unsubscribed')).toBe('Unsubscribed0.2%2 recipients');
  const lost = screen.getByRole('link', { name: 'Suppressed address' });
  expect(lost.closest('ul')?.textContent).toBe('10 Suppressed address');
});

it('does not show rates of what is not tracked', async () => {
  const untracked = { ...broadcast, track: { opens: false, clicks: true } };
  openConsole('/broadcasts/b1', { ...answers, 'GET /broadcasts/b1': untracked });
  expect(await figure('Opened')).toBe('OpenedNot tracked');
});

it('compares it with the last ten broadcasts', async () => {
  const others = Array.from({ length: 11 }, (_, index) => ({
    ...{ ...summary, id: `o${index}`, name: `Other ${index}` },
    counts: { ...counts, delivered: 1_000, opened: index < 10 ? 300 : 0 },
  }));
  openConsole('/broadcasts/b1', { ...answers, 'GET /broadcasts': listOf(others) });
  const table = await screen.findByRole('table', { name: 'Compared with the last ten broadcasts' });
  const rows = cellsOf(table);
  expect(rows).toHaveLength(13);
  expect(rows[1]?.slice(2)).toEqual(['1,010', '99%', '50%', '10%', '0.2%']);
  expect(rows[2]).toEqual(['Average of the last 10 broadcasts', '100%', '30%', '9.9%', '0.2%']);
  expect(await figure('Opened')).toContain('30% on average');
});

it('shows hours without events too, each or as the total so far, and names the zone', async () => {
  const { user } = openConsole('/broadcasts/b1', answers);
  const read = async () => cellsOf(await screen.findByRole('table', { name: 'Over time' }));
  const rows = await read();
  expect(rows).toHaveLength(25);
  expect(rows.slice(1, 4).map((cells) => cells.slice(1))).toEqual([
    ['990', '400', '90'],
    ['0', '95', '9'],
    ['0', '0', '0'],
  ]);
  screen.getByText(new RegExp(`^Times in ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`));
  await user.click(screen.getByRole('radio', { name: 'Total so far' }));
  expect((await read()).slice(1, 4).map((cells) => cells.slice(1))).toEqual([
    ['990', '400', '90'],
    ['990', '495', '99'],
    ['990', '495', '99'],
  ]);
});

it('shows each link with its share of clicks, and the mail itself beside them', async () => {
  openConsole('/broadcasts/b1', answers);
  const table = await screen.findByRole('table', { name: 'Links' });
  expect(cellsOf(table).slice(1)).toEqual([
    ['https://shop.test/may', '25', '30', '75%'],
    ['https://shop.test/june', '9', '10', '25%'],
  ]);
  expect((await screen.findByRole('group', { name: 'In the inbox' })).textContent).toContain('News for Ada');
});

it('lists the recipients in a tab, which a link to a loss filters', async () => {
  const { user, requests } = openConsole('/broadcasts/b1', answers);
  await user.click(await screen.findByRole('link', { name: 'Suppressed address' }));
  await screen.findByText('No recipients');
  const asked = requests.filter(({ path }) => path === '/broadcasts/b1/recipients').at(-1);
  expect(asked?.query.get('outcome')).toBe('suppressed');
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  await screen.findByRole('table', { name: 'Links' });
  expect(window.location.search).not.toContain('outcome');
});

it('plans a resend within the first day, for after it, and says how many have not opened', async () => {
  const finished = { ...broadcast, finished_at: new Date().toISOString() };
  const { user, requests } = openConsole('/broadcasts/b1', {
    ...answers,
    'GET /broadcasts/b1': finished,
    'POST /broadcasts/b1/resend': { ...finished, id: 'b1', parent_id: 'b1' },
  });
  await user.click(await screen.findByRole('button', { name: 'Resend' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('495 recipients have not opened it so far.');
  await user.click(dialog.getByRole('button', { name: 'Plan resend' }));
  await screen.findByText('Resend scheduled');
  const { body } = requests.find(({ path }) => path === '/broadcasts/b1/resend') ?? {};
  const at = Date.parse((body as { scheduled_at: string }).scheduled_at);
  expect(at - Date.parse(finished.finished_at)).toBeGreaterThanOrEqual(24 * 3_600_000);
});

it('offers no resend where opens were not tracked', async () => {
  const untracked = { ...broadcast, track: { opens: false, clicks: true } };
  openConsole('/broadcasts/b1', { ...answers, 'GET /broadcasts/b1': untracked });
  await screen.findByRole('link', { name: 'Emails of this broadcast' });
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});

it('leads to its page in the archive, and takes it out', async () => {
  const topic = { slug: 'news', name: 'Company news', archive: true, archive_url: 'https://x.test/a/news-1' };
  const { user, requests } = openConsole('/broadcasts/b1', {
    ...{ ...answers, 'GET /topics': listOf([topic]) },
    'PATCH /broadcasts/b1': { ...broadcast, in_archive: false },
  });
  const link = await screen.findByRole('link', { name: 'Open archive page' });
  expect(link.getAttribute('href')).toBe('https://x.test/a/news-1/b1');
  await user.click(screen.getByRole('switch', { name: 'Show in the archive' }));
  await screen.findByText('Archive changed');
  expect(requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ in_archive: false });
});
