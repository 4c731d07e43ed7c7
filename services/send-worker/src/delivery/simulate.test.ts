import { aClaimedMessage } from '../../test/claimed-message.fixture';
import { simulate, simulatesClick } from './simulate';

const at = new Date('2026-05-01T10:00:00Z');
const run = (address: string, body?: { html: string | null; text: string | null }) =>
  simulate(aClaimedMessage({ to: [address], mode: 'test' }), { at, body }).recipients[0];

const eventsOf = (address: string) => {
  const recipient = run(address);
  return {
    status: recipient?.status,
    events: recipient?.events.map(({ type }) => type),
    bounce: recipient?.bounceType,
  };
};

describe('a test send', () => {
  it.each(['bounce@x.test', 'bounce+label@x.test', 'BOUNCE+a+b@y.test'])('to %s bounces hard', (address) => {
    expect(eventsOf(address)).toEqual({ status: 'bounced', events: ['sent', 'bounced'], bounce: 'hard' });
  });

  it('to complaint@ is delivered, then complained about', () => {
    expect(eventsOf('complaint@x.test')).toMatchObject({
      status: 'complained',
      events: ['sent', 'delivered', 'complained'],
    });
  });

  it('to suppressionlist@ is rejected and fails', () => {
    expect(eventsOf('suppressionlist+1@x.test')).toMatchObject({
      status: 'failed',
      events: ['sent', 'rejected'],
    });
  });

  it.each([
    ['softbounce', 'bounced', ['sent', 'bounced']],
    ['delay', 'delivered', ['delivery_delayed', 'sent', 'delivered']],
    ['greylist', 'delivered', ['delivery_delayed', 'sent', 'delivered']],
    ['open', 'delivered', ['sent', 'delivered', 'opened']],
    ['click', 'delivered', ['sent', 'delivered', 'opened', 'clicked']],
  ])('to %s@ ends as %s', (local, status, events) => {
    for (const address of [`${local}@x.test`, `${local}+label@y.test`])
      expect(eventsOf(address)).toMatchObject({ status, events });
  });

  it.each([
    ['bounce', { type: 'bounced', bounceType: 'hard', failureClass: 'recipient' }],
    ['softbounce', { type: 'bounced', bounceType: 'soft', failureClass: 'full' }],
    ['delay', { type: 'delivery_delayed', failureClass: 'system', nextAttemptAt: at }],
    [
      'greylist',
      { type: 'delivery_delayed', detail: expect.stringContaining('Greylisted'), nextAttemptAt: at },
    ],
  ])('to %s@ says what went wrong', (local, event) => {
    expect(run(`${local}@x.test`)?.events).toContainEqual(expect.objectContaining(event));
  });

  it.each([
    [
      { html: '<a href="https://a.test/?x=1&amp;y=2">x</a>', text: 'https://b.test' },
      'https://a.test/?x=1&y=2',
    ],
    [{ html: '<p>x</p>', text: 'See https://b.test/c now' }, 'https://b.test/c'],
    [{ html: null, text: 'x' }, null],
  ])('to click@ clicks the first link of %j', (body, url) => {
    expect(run('click@x.test', body)?.events.at(-1)).toMatchObject({ type: 'clicked', url });
  });

  it('with the tag simulate ends as its value says, whatever the address', () => {
    const message = aClaimedMessage({ to: ['ada@x.test', 'bounce@x.test'], mode: 'test' });
    const ends = (value: string) => {
      const tagged = { ...message, tags: [{ name: 'simulate', value }] };
      return simulate(tagged, { at, body: undefined }).recipients.map(({ status }) => status);
    };
    expect(ends('complaint')).toEqual(['complained', 'complained']);
    expect(ends('open')).toEqual(['delivered', 'delivered']);
    expect(ends('something else')).toEqual(['delivered', 'bounced']);
    expect(simulatesClick({ ...message, tags: [{ name: 'simulate', value: 'click' }] })).toBe(true);
  });

  it.each([
    ['click+a@x.test', true],
    ['open@x.test', false],
  ])('to %s needs the body: %s', (address, isNeeded) => {
    expect(simulatesClick(aClaimedMessage({ to: ['jane@x.test', address] }))).toBe(isNeeded);
  });

  it.each(['ooto@x.test', 'anyone@x.test', 'constructor@x.test', 'xbounce@x.test', '+bounce@x.test'])(
    'to %s is delivered',
    (address) => {
      expect(eventsOf(address)).toMatchObject({ status: 'delivered', events: ['sent', 'delivered'] });
    },
  );

  it.each([
    ['bounced+1@resend.dev', 'bounced'],
    ['complained@resend.dev', 'complained'],
    ['suppressed@Resend.dev', 'failed'],
    ['delivered@resend.dev', 'delivered'],
    ['bounced@x.test', 'delivered'],
  ])('to %s ends as %s', (address, status) => {
    expect(eventsOf(address).status).toBe(status);
  });

  it('never learns a Message-ID', () => {
    expect(simulate(aClaimedMessage({ mode: 'test' }), { at, body: undefined }).messageIdHeader).toBeNull();
  });
});
