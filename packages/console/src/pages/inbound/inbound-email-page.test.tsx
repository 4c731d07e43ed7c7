import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const at = '2026-11-20T10:00:00.000Z';
const sent = {
  ...{ type: 'sent', id: 'sent-1', from: 'Acme <hello@acme.example>', to: ['ada@example.com'] },
  ...{ subject: 'Your order', preview: 'Thank you', attachment_count: 0, replies_to: null, at },
  ...{ last_event: 'delivered', automatic: false, dmarc: null },
};
const received = {
  ...{ type: 'received', id: 'one', from: 'Ada <ada@example.com>', to: ['support@acme.example'] },
  ...{ subject: 'Where is it?', preview: 'Where?', attachment_count: 0, replies_to: 'sent-1', at },
  ...{ last_event: null, automatic: false, dmarc: 'pass' },
};
const check = { result: 'pass', domain: 'example.com' };
const email = {
  ...{ object: 'inbound_email', id: 'one', domain: 'acme.example', email_id: 'sent-1', rule: 'addresses' },
  ...{ from: received.from, to: received.to, received_for: received.to, subject: received.subject },
  ...{ automatic: false, spf: 'pass', dkim: 'none', dmarc: 'pass', received_at: at, replied_at: null },
  ...{ message_id: '<1@example.com>', in_reply_to_message_id: null, metadata: null, html: null },
  ...{ text: 'Where?\n> Thank you', reply_text: 'Where?', headers: [], attachments: [] },
  authentication: { spf: check, dkim: { result: 'none', signatures: [] }, dmarc: check },
  reply_defaults: {
    ...{ from: 'support@acme.example', to: ['Ada <desk@example.com>'], reply_to: null },
    subject: 'Re: Where is it?',
  },
};
const domain = { id: 'd1', name: 'acme.example', status: 'verified', stream: 'transactional' };

function answersWith(changed: Answers = {}): Answers {
  return {
    'GET /inbound/one': email,
    'GET /inbound/one/conversation': { data: [sent, received], truncated: false },
    'GET /emails/sent-1': { ...sent, cc: [], text: 'Thank you for your order.', html: null },
    'GET /domains': listOf([domain]),
    'POST /inbound/one/reply': { id: 'sent-2' },
    ...changed,
  };
}
const bodiesOf = (requests: ReturnType<typeof openConsole>['requests']) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

it('shows the newest email of a conversation, and others when they are opened', async () => {
  const { user } = openConsole('/inbound/one', answersWith());
  const list = within(await screen.findByRole('region', { name: 'Conversation' }));
  const [first, last] = list
    .getAllByRole('button', { expanded: undefined })
    .filter((button) => button.ariaExpanded);
  expect([first?.ariaExpanded, last?.ariaExpanded]).toEqual(['false', 'true']);
  await user.click(list.getByRole('button', { name: /You: Acme/ }));
  await list.findByText('Thank you for your order.');
});

it('sends a reply once with one key, although its button is clicked twice, and empties the form', async () => {
  const { user, requests } = openConsole('/inbound/one', answersWith());
  await user.type(await text(), 'It left today.');
  const send = screen.getByRole('button', { name: 'Send' });
  await user.dblClick(send);
  await screen.findByText('Reply sent');
  expect(bodiesOf(requests)).toEqual([
    {
      ...{ from: 'support@acme.example', text: 'It left today.', quote: true },
      idempotency_key: expect.any(String) as string,
    },
  ]);
  await waitFor(async () => expect((await text()).value).toBe(''));
});

it('goes on with what is typed while a newer email is read', async () => {
  const newer = Promise.withResolvers<object>();
  const answers = answersWith({ 'GET /inbound/two': () => newer.promise });
  const { user, count, refresh } = openConsole('/inbound/one', answers);
  await user.type(await text(), 'It le');
  answers['GET /inbound/one/conversation'] = {
    data: [sent, received, { ...received, id: 'two', replies_to: null }],
    truncated: false,
  };
  await refresh();
  await waitFor(() => expect(count('GET /inbound/two')).toBe(1));
  await user.keyboard('ft today.');
  newer.resolve({ ...email, id: 'two', reply_defaults: { ...email.reply_defaults, subject: 'Re: Hello?' } });
  await screen.findByDisplayValue('Re: Hello?');
  expect((await text()).value).toBe('It left today.');
});

it('keeps what was typed when sending fails, puts the problem at its field, and repeats it with the same key', async () => {
  const refusal = new Refusal(422, 'validation_error', {
    fields: [{ path: 'to[0]', message: 'not an email address' }],
  });
  const answers = answersWith({ 'POST /inbound/one/reply': refusal });
  const { user, requests } = openConsole('/inbound/one', answers);
  await user.type(await text(), 'Hi');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Not an email address.');
  answers['POST /inbound/one/reply'] = { id: 'sent-2', suppressed: ['desk@example.com'] };
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(/Not sent to desk@example.com: the address is suppressed/);
  const [first, second] = bodiesOf(requests);
  expect(second).toEqual(first);
});

it('returns what was typed after a reload, and warns of automatic email', async () => {
  const automatic = answersWith({ 'GET /inbound/one': { ...email, automatic: true } });
  const before = openConsole('/inbound/one', automatic);
  await screen.findByText(/A program sent this email/);
  await before.user.type(await text(), 'Not sent yet');
  await before.user.keyboard('{Escape}');
  cleanup();
  openConsole('/inbound/one', automatic);
  await screen.findByRole('note');
  expect((await text()).value).toBe('Not sent yet');
});
