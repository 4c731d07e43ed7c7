import { screen } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const broadcast = {
  ...{ object: 'broadcast', id: 'b1', name: 'May news', status: 'draft', phase: 'draft', parent_id: null },
  ...{ segment_id: 's1', audience: 'segment', topic: 'news', from: 'news@example.com', reply_to: null },
  ...{ subject: 'News', preview_text: null, template: null, html: '<p>Hello</p>', text: null, ab_test: null },
  ...{ track: { opens: false, clicks: false }, winner: null, waiting_for: null, scheduled_at: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', sent_at: null, decide_at: null, finished_at: null },
  ...{
    canceled_at: null,
    paused_at: null,
    send_at_local: null,
    send_on_local: null,
    timezone_property: null,
  },
  ...{ default_timezone: null, tested_at: null, utm: null, in_archive: true },
};
const finding = {
  ...{ code: 'missing_alt', severity: 'warning', field: 'html', line: 7, message: 'An image has no text.' },
};
const answersOf = (given: object, more: Answers = {}): Answers => ({
  'GET /broadcasts/b1': { ...broadcast, ...given },
  'POST /broadcasts/b1/preview': { subject: 'News', html: '<p>Hello</p>', text: null },
  'POST /emails/check': { object: 'email_check', size_bytes: 900, findings: [finding] },
  'GET /domains': listOf([]),
  ...more,
});

describe('the content step of a broadcast', () => {
  it('shows what a check of the saved content finds, with its line', async () => {
    const { requests } = openConsole('/broadcasts/b1', answersOf({}));
    const text = await screen.findByText('An image has no text.');
    expect(text.textContent).toBe('An image has no text. HTML, line 7');
    expect(requests.find(({ path }) => path === '/emails/check')?.body).toMatchObject({
      ...{ from: 'news@example.com', kind: 'broadcast.check', html: '<p>Hello</p>' },
    });
  });

  it('says that what was typed since is not checked yet', async () => {
    const { user } = openConsole('/broadcasts/b1', answersOf({}));
    await screen.findByText('An image has no text.');
    await user.type(screen.getByRole('textbox', { name: 'Subject' }), '!');
    screen.getByText('The checks are of the saved content. They are repeated when it is saved.');
  });

  it('checks nothing while there is no content', async () => {
    const { count } = openConsole('/broadcasts/b1', answersOf({ subject: null, html: null }));
    await screen.findByText('Save a subject and content to check them.');
    expect(count('POST /emails/check')).toBe(0);
  });
});
