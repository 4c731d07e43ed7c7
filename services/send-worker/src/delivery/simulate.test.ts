import { aClaimedMessage } from '../../test/claimed-message.fixture';
import { simulate } from './simulate';

const eventsOf = (address: string) => {
  const [recipient] = simulate(aClaimedMessage({ to: [address], mode: 'test' }), new Date()).recipients;
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
    expect(simulate(aClaimedMessage({ mode: 'test' }), new Date()).messageIdHeader).toBeNull();
  });
});
