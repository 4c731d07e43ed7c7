import type { SinkScript } from '@postrider/testkit';
import { eventuallyPasses } from '@postrider/testkit';
import { bodyOf } from '../system/received-webhook';
import { copiesOf, emailThatIs, eventTypes, running, webhookOf } from './running-system';

const message = (to: string) => ({
  from: `ada@${running().tenant.domain.name}`,
  to,
  subject: 'About your order',
  html: '<p>It works.</p>',
});

/** `unknown…` does not exist; `busy…` is asked to come back in a second, once. */
function mailServer(): SinkScript {
  const asked = new Set<string>();
  return ({ moment, to }) => {
    const recipient = to[0] ?? '';
    if (moment !== 'rcpt') return { kind: 'accept' };
    if (recipient.startsWith('unknown'))
      return { kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 no such user' };
    if (!recipient.startsWith('busy') || asked.has(recipient)) return { kind: 'accept' };
    asked.add(recipient);
    return { kind: 'reject', at: 'rcpt', code: 451, text: '4.7.1 greylisted, try again in 1 seconds' };
  };
}

export function refusals(): void {
  beforeAll(() => running().world.sink.behave(mailServer()));
  afterAll(() => running().world.sink.behave({ kind: 'accept' }));

  test('an unknown mailbox bounces hard, and the next send to it is suppressed', async () => {
    const { id } = await running().api().send(message('unknown@refusing.test'));
    const email = await emailThatIs('bounced', id);
    expect(email.events.at(-1)).toMatchObject({
      type: 'bounced',
      bounce_type: 'hard',
      recipient: 'unknown@refusing.test',
    });
    expect(bodyOf(await webhookOf(id, 'email.bounced')).data).toMatchObject({ bounce_type: 'hard' });
    expect(copiesOf(id)).toHaveLength(0);

    const again = await running().api().send(message('Unknown@Refusing.test'));
    expect(again.suppressed).toEqual(['Unknown@refusing.test']);
    expect((await running().api().email(again.id)).last_event).toBe('suppressed');
    expect(copiesOf(again.id)).toHaveLength(0);
  });

  test('the bounce is counted as hard', async () => {
    await eventuallyPasses(async () => {
      const { totals } = await running().api().metrics('?days=1');
      expect(totals.bouncedHard).toBe(1);
    });
  });

  test('a server that asks to wait is obeyed: delayed, then delivered once', async () => {
    const { id } = await running().api().send(message('busy@waiting.test'));
    const email = await emailThatIs('delivered', id);
    expect(eventTypes(email)).toEqual(['queued', 'delivery_delayed', 'sent', 'delivered']);
    expect(copiesOf(id)).toHaveLength(1);
    await webhookOf(id, 'email.delivery_delayed');
    await webhookOf(id, 'email.delivered');
  });
}
