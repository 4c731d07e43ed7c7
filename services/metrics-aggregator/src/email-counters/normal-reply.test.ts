import { normalReply, replyKey, type RepliedEvent } from './normal-reply';

const bounced = (overrides: Partial<RepliedEvent> = {}): RepliedEvent => ({
  type: 'email.bounced',
  provider: 'google',
  failure_class: 'recipient',
  reply: { host: 'gmail-smtp-in.l.google.com', code: 550, text: '5.1.1 no such user' },
  detail: null,
  recipient: 'Ada.Byron@example.com',
  ...overrides,
});

const none = new Set<string>();

describe('a reply without what differs from email to email', () => {
  it.each([
    [
      '550 5.1.1 The email account that you tried to reach does not exist. 5.1.1 https://support.google.com/mail/?p=NoSuchUser d9443c01a7336-20c4si1234.4 - gsmtp',
      '550 5.1.1 The email account that you tried to reach does not exist. https://support.google.com/mail/?p=NoSuchUser … - gsmtp',
    ],
    [
      "550 5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
      "550 5.7.1 Unfortunately, messages from … weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    ],
    [
      '421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
      '421 4.7.0 [TSS04] Messages from … temporarily deferred due to unexpected volume or user complaints - …',
    ],
    ['550 <ada@example.com>: Recipient address rejected', '550 … Recipient address rejected'],
    ['451 4.7.1 Greylisted, try again in 287 seconds', '451 4.7.1 Greylisted, try again in … seconds'],
    ['550 blocked using 2001:db8::25 10.0.0.1', '550 blocked using …'],
    [
      '554 see https://list.example/query?ip=192.0.2.7&t=0123456789abcdef01',
      '554 see https://list.example/query?ip=…&t=…',
    ],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(normalReply(text, none)).toBe(expected);
  });

  it('does not name the recipient, nor the server of many that answered', () => {
    const reply = {
      host: 'mx.of-many.example',
      code: 550,
      text: 'User ada.byron unknown at mx.of-many.example',
    };
    expect(replyKey(bounced({ reply }))).toBe('google\trecipient\t550 User … unknown at …');
  });

  it('is the same for a thousand recipients', () => {
    const keys = Array.from({ length: 1_000 }, (_, n) =>
      replyKey(
        bounced({
          recipient: `user${n}@example.com`,
          reply: {
            host: `mx${n % 7}.example.com`,
            code: 550,
            text: `5.1.1 <user${n}@example.com> does not exist (${n * 7_919}) [mx${n % 7}.example.com 2026-11-28T07:12:${n}Z]`,
          },
        }),
      ),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it('is short, whatever a hostile server sends, and takes no longer for it', () => {
    for (const text of ['a'.repeat(5_000), '<'.repeat(5_000), '@ '.repeat(2_500), 'é\ud800 '.repeat(1_000)]) {
      const normal = normalReply(text, none);
      expect(normal.length).toBeLessThanOrEqual(200);
      expect(normal.isWellFormed()).toBe(true);
      expect(normal).not.toMatch(/[\t\n]/);
    }
  });
});

describe('the counter of a reply', () => {
  it.each<[string, Partial<RepliedEvent>]>([
    ['of a delivery', { type: 'email.delivered', failure_class: null }],
    [
      'of a delay for which no server was asked',
      { type: 'email.delivery_delayed', reply: null, detail: 'busy' },
    ],
    ['without a provider', { provider: null }],
    ['without a class', { failure_class: null }],
  ])('is not there: %s', (_what, overrides) => {
    expect(replyKey(bounced(overrides))).toBeNull();
  });

  it('has the reason why the TLS that a domain demands failed', () => {
    const delayed = bounced({
      ...{ type: 'email.delivery_delayed', failure_class: 'routing', reply: null },
      detail: 'routing: the certificate is not valid (CERT_HAS_EXPIRED) (ETLS)',
    });
    expect(replyKey(delayed)).toBe('google\trouting\tthe certificate is not valid (CERT_HAS_EXPIRED) (ETLS)');
    expect(replyKey({ ...delayed, provider: null })).toBeNull();
  });

  it('has the reason that was reported by mail where there was no reply', () => {
    const reported = bounced({ reply: null, detail: '550 5.1.1 unknown: ada.byron@example.com' });
    expect(replyKey(reported)).toBe('google\trecipient\t550 5.1.1 unknown: …');
  });
});
