import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const counts = {
  ...{ recipients: 100, waiting: 0, submitted: 100, suppressed: 0, unsubscribed: 0, over_quota: 0 },
  ...{ invalid: 0, canceled: 0, sent: 100, delivered: 100, bounced: 0, complained: 0, failed: 0 },
  ...{ opened: 40, clicked: 10, unsubscribed_by_link: 0 },
};
const sent = {
  ...{
    object: 'broadcast',
    id: 'b1',
    name: 'May news',
    status: 'sent',
    phase: 'sent',
    subject: 'What is new',
  },
  ...{ counts, track: { opens: true, clicks: false }, waiting: null, paused_at: null },
  ...{ scheduled_at: '2026-05-02T10:00:00.000Z', sent_at: '2026-05-02T10:00:00.000Z' },
  ...{ send_at_local: null, send_on_local: null },
};
const draft = { ...sent, id: 'b2', name: 'Draft', phase: 'draft', scheduled_at: null, sent_at: null };
/** At that time of the browser. */
const plannedAt = (id: string, at: string, more: object = {}) => ({
  ...{ ...sent, id, name: `Planned ${id}`, status: 'scheduled', phase: 'scheduled', sent_at: null },
  ...{ scheduled_at: new Date(at).toISOString(), ...more },
});

it('lists broadcasts with their subject and their rates, where they are tracked', async () => {
  openConsole('/broadcasts', { 'GET /broadcasts': listOf([sent, draft]) });
  const table = within(await screen.findByRole('table', { name: 'Broadcasts' }));
  const cells = (name: string) =>
    within(table.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells('May news').slice(0, 5)).toEqual(['May newsWhat is new', 'Sent', '100', '40%', '–']);
  expect(cells('Draft').slice(3)).toEqual(['–', '–', '–']);
});

it('searches by name or subject', async () => {
  const { user, requests } = openConsole('/broadcasts', { 'GET /broadcasts': listOf([sent]) });
  await user.type(await screen.findByRole('textbox', { name: 'Name or subject' }), 'may');
  await waitFor(() => expect(requests.at(-1)?.query.get('search')).toBe('may'));
});

it('shows what is planned and was sent in a month, and other months by the keyboard', async () => {
  const past = { ...sent, id: 'past', name: 'Past', sent_at: new Date('2036-06-05T10:30').toISOString() };
  const { user } = openConsole('/broadcasts?view=calendar&month=2036-06', {
    'GET /broadcasts': ({ query }: ApiRequest) =>
      listOf(
        query.get('status') === 'sent'
          ? [past]
          : [
              plannedAt('late', '2036-06-02T18:00'),
              plannedAt('early', '2036-06-02T09:00'),
              plannedAt('local', '2036-06-09T20:00', { send_at_local: '08:00', send_on_local: '2036-06-10' }),
              plannedAt('next', '2036-07-04T09:00'),
            ],
      ),
  });
  await screen.findByRole('link', { name: '09:00 Planned early' });
  const linksOf = (day: string) =>
    within(screen.getByLabelText(day).closest('li') as HTMLElement)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(linksOf('Monday, June 2')).toEqual(['09:00 Planned early', '18:00 Planned late']);
  expect(linksOf('Tuesday, June 10')).toEqual(['08:00 Planned local']);
  await waitFor(() => expect(linksOf('Thursday, June 5')).toEqual(['10:30 PastSent']));
  screen.getByRole('button', { name: 'Next month' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'July 2036' });
  await waitFor(() => expect(linksOf('Friday, July 4')).toEqual(['09:00 Planned next']));
  await user.keyboard('{Enter}');
  await screen.findByText('No broadcast is planned or was sent in this month.');
});
