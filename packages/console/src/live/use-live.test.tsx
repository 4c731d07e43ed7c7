import { screen, waitFor } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../test/api';
import { openStream } from '../../test/event-source';
import { openConsole, organizationId } from '../../test/open-console';

const email = (id: string, status: string) => ({
  ...{ id, to: [`${id}@example.com`], cc: [], bcc: [], from: 'hello@example.com', subject: id },
  ...{ last_event: status, mode: 'live', kind: null, created_at: '2026-11-20T10:00:00.000Z' },
  ...{ html: null, text: 'Hello', recipients: [], attachments: [], events: [], holds: [], metadata: null },
});
const openList = async (answers: Answers) => {
  const opened = openConsole('/emails', answers);
  await screen.findByRole('link', { name: 'one@example.com' });
  const stream = await waitFor(() => {
    const open = openStream();
    if (open === undefined) throw new Error('no stream is open');
    return open;
  });
  return { ...opened, stream };
};

describe('live updates', () => {
  it('follow the changes of the organization that is open', async () => {
    const { stream } = await openList({ 'GET /emails': listOf([email('one', 'queued')]) });
    expect(stream.url).toBe(`/console/api/v1/events/stream?organization=${organizationId}`);
  });

  it('read a list again when one of its objects changes', async () => {
    const answers: Answers = { 'GET /emails': listOf([email('one', 'queued')]) };
    const { stream } = await openList(answers);
    answers['GET /emails'] = listOf([email('one', 'delivered')]);
    await stream.connect();
    await stream.send([{ kind: 'email', id: 'one' }]);
    await screen.findByText('Delivered');
  });

  it('show something new also where changes come more often than an answer takes', async () => {
    const answers: Answers = { 'GET /emails': listOf([email('one', 'queued')]) };
    const { stream, count } = await openList(answers);
    await stream.connect();
    const held = Promise.withResolvers<object>();
    answers['GET /emails'] = () => held.promise;
    const read = count('GET /emails');
    for (let n = 0; n < 5; n += 1) await stream.send([{ kind: 'email', id: 'one' }]);
    expect(count('GET /emails')).toBe(read + 1);
    answers['GET /emails'] = listOf([email('one', 'delivered'), email('two', 'queued')]);
    held.resolve(listOf([email('one', 'delivered')]));
    await screen.findByText('Delivered');
    // What changed while the first answer was on its way.
    await screen.findByRole('link', { name: 'two@example.com' });
    expect(count('GET /emails')).toBe(read + 2);
  });

  it('leave alone what the change is not about', async () => {
    const { stream, count, user } = await openList({
      'GET /emails': listOf([email('one', 'queued')]),
      'GET /topics': listOf([]),
    });
    const emails = count('GET /emails');
    await stream.send([{ kind: 'contact', id: 'one' }]);
    expect(count('GET /emails')).toBe(emails);
    await user.click(screen.getByRole('link', { name: 'Topics' }));
    await screen.findByRole('heading', { name: 'No topics' });
    const read = [count('GET /topics'), count('GET /emails')];
    await stream.send([{ kind: 'email', id: null }]);
    expect([count('GET /topics'), count('GET /emails')]).toEqual(read);
  });

  it('leave a list of several pages alone: reading all of them again costs too much', async () => {
    const many = Array.from({ length: 10 }, (_each, index) => email(`${index}`, 'queued'));
    const { stream, count } = await openList({
      'GET /emails': ({ query }: ApiRequest) =>
        query.get('cursor') === null ? listOf([email('one', 'queued')], 'second') : listOf(many),
    });
    await screen.findByRole('link', { name: '9@example.com' });
    await stream.send([{ kind: 'email', id: 'one' }]);
    expect(count('GET /emails')).toBe(2);
  });

  it('end with the page of the organization', async () => {
    const { user } = await openList({
      'GET /emails': listOf([email('one', 'queued')]),
      'DELETE /session': null,
      'GET /session/providers': { password: true, passkey: false, providers: [] },
    });
    await user.click(screen.getByRole('button', { name: /Ada/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in to Postrider' });
    expect(openStream()).toBeUndefined();
  });
});

describe('an email that is open', () => {
  const answers = (status: string): Answers => ({
    'GET /emails/one': email('one', status),
    'GET /emails/one/attempts': listOf([]),
    'GET /emails/one/delivery-times': { object: 'email_delivery_times', id: 'one', data: [] },
    'GET /emails/one/webhook-deliveries': listOf([]),
    'GET /inbound': listOf([]),
    'GET /api-logs': listOf([]),
    'GET /suppressions': listOf([]),
  });

  it('is read again when it changes, and when more changed than is listed', async () => {
    const current = answers('queued');
    const { count } = openConsole('/emails/one', current);
    await screen.findByRole('heading', { name: 'one', level: 1 });
    const stream = await waitFor(() => openStream() ?? Promise.reject(new Error('no stream is open')));
    await stream?.connect();
    const read = count('GET /emails/one');
    await stream?.send([{ kind: 'email', id: 'two' }]);
    expect(count('GET /emails/one')).toBe(read);
    await stream?.send([{ kind: 'email', id: 'one' }]);
    await waitFor(() => expect(count('GET /emails/one')).toBe(read + 1));
    await stream?.send([{ kind: 'email', id: null }]);
    await waitFor(() => expect(count('GET /emails/one')).toBe(read + 2));
  });
});
