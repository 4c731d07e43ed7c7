import fc from 'fast-check';
import { classifySmtpReply, classifyTransportFailure, parseSmtpReply, retryHintMs } from './smtp-reply';

const classify = (raw: string, stage?: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data') => {
  const reply = parseSmtpReply(raw);
  if (!reply) throw new Error(`not a reply: ${raw}`);
  return classifySmtpReply({ ...reply, stage });
};
const short = (raw: string, stage?: 'connect' | 'mail' | 'rcpt') => {
  const { outcome, class: reason, bounceType, suppression, blocked } = classify(raw, stage);
  return [outcome, reason, bounceType, suppression ? 'suppress' : 'keep', blocked ? 'blocked' : '-'].join(
    ' ',
  );
};

it.each([
  // Mailboxes that do not exist, in the words of those who say so.
  [
    `550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1-20 - gsmtp`,
    'bounced recipient hard suppress -',
  ],
  [
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
    'bounced recipient hard suppress -',
  ],
  [
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta4001",
    'bounced recipient hard suppress -',
  ],
  ['550 5.1.1 <ada@icloud.com>: user does not exist', 'bounced recipient hard suppress -'],
  ['550 No such user here', 'bounced recipient hard suppress -'],
  [
    '550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT004.eop]',
    'bounced recipient hard keep -',
  ],
  [
    '550 5.1.1 <a@b.c>: Recipient address rejected: User unknown in virtual mailbox table',
    'bounced recipient hard suppress -',
  ],
  ['553 5.1.3 Invalid address format', 'bounced recipient hard suppress -'],
  ['550 5.1.6 The mailbox has moved', 'bounced inactive hard suppress -'],
  [
    `550-5.2.1 The email account that you tried to reach is inactive.\r\n550 5.2.1 https://support.google.com/mail/?p=DisabledUser x - gsmtp`,
    'bounced inactive hard suppress -',
  ],
  ['550 5.2.1 Mailbox disabled', 'bounced inactive hard keep -'],
  ['550 5.1.4 Destination mailbox address ambiguous', 'bounced recipient hard keep -'],
  ['450 4.1.6 The mailbox has moved', 'deferred inactive  keep -'],
  ['550 4.1.1 User unknown', 'bounced recipient hard keep -'],
  ['556 5.1.10 Domain does not accept mail', 'bounced domain hard keep -'],
  // The mailbox exists, the message does not get in.
  ['552 5.2.2 The email account that you tried to reach is over quota', 'bounced full soft keep -'],
  ['452 4.2.2 The email account is over quota and inactive', 'deferred full  keep -'],
  ['552 5.3.4 Message size exceeds fixed limit', 'bounced size soft keep -'],
  ["552-5.2.3 Your message exceeded Google's message size limits.", 'bounced size soft keep -'],
  ['554 5.6.0 Message contains a virus', 'bounced content soft keep -'],
  ['554 5.7.1 Message rejected as spam', 'bounced content soft keep -'],
  [
    "550 5.7.26 Unauthenticated email from shop.example is not accepted due to domain's DMARC policy",
    'bounced auth soft keep -',
  ],
  [
    '550 5.7.515 Access denied, sending domain shop.example does not meet the required authentication level',
    'bounced auth soft keep -',
  ],
  ['550 5.7.1 Relaying denied', 'bounced routing soft keep -'],
  ['550 5.4.6 Routing loop detected', 'bounced routing soft keep -'],
  ['550 5.7.1 Refused', 'bounced policy soft keep -'],
  ['550 Sorry', 'bounced other undetermined keep -'],
  ['550', 'bounced other undetermined keep -'],
  // 5xx by number, block or throttle by meaning: tried again.
  [
    '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus',
    'deferred block  keep blocked',
  ],
  ['550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'deferred block  keep blocked'],
  [
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your ISP since part of their network is on our block list (S3150).",
    'deferred block  keep blocked',
  ],
  [
    '550-5.7.1 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail originating from your IP address. gsmtp',
    'deferred rate  keep blocked',
  ],
  [
    '554 5.7.1 Reject for policy reason RULE3_1: low reputation of the sending host',
    'deferred block  keep blocked',
  ],
  [
    '554-gmx.net (mxgmx117) Nemesis ESMTP Service not available\r\n554-No SMTP service\r\n554 IP address is block listed.',
    'deferred block  keep blocked',
  ],
  ['550 greylisted, please come back', 'deferred policy  keep -'],
  // Throttles in 4xx.
  [
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
    'deferred rate  keep blocked',
  ],
  [
    "421 RP-001 (BAY) Unfortunately, some messages from 192.0.2.1 weren't sent. The mail server IP connecting has exceeded the rate limit",
    'deferred rate  keep blocked',
  ],
  [
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    'deferred block  keep blocked',
  ],
  [
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    'deferred rate  keep blocked',
  ],
  ['452 4.5.3 Too many recipients', 'deferred rate  keep blocked'],
  ['450 4.1.1 User unknown', 'deferred recipient  keep -'],
  ['451 4.3.0 Internal error', 'deferred system  keep -'],
  ['250 2.0.0 OK', 'accepted   keep -'],
])('the reply %s is classified as %s', (raw, expected) => {
  expect(short(raw)).toBe(expected);
});

it('a refusal before any recipient was named never blames the recipient', () => {
  expect(short('554 No SMTP service here', 'connect')).toBe('deferred block  keep blocked');
  expect(short('554 5.7.1 Access denied', 'connect')).toBe('deferred policy  keep -');
  expect(short('521 mx.example does not accept mail', 'connect')).toBe('bounced domain hard keep -');
  expect(short('550 Unknown user at your host', 'mail')).toBe('bounced other undetermined keep -');
  expect(short('550 5.1.1 User unknown', 'mail')).toBe('bounced other undetermined keep -');
  expect(short('550 Mailbox full', 'connect')).toBe('deferred block  keep blocked');
  expect(short('501 5.0.0 Invalid domain name', 'connect')).toBe('deferred block  keep blocked');
});

it('a wrong login at the smart host bounces no recipient and points at the platform', () => {
  expect(classify('535 5.7.8 Authentication credentials invalid', 'auth')).toMatchObject({
    outcome: 'deferred',
    suppression: null,
    class: 'platform',
  });
});

it('keeps the enhanced code', () => {
  expect(classify('552 5.2.2 Mailbox full')).toMatchObject({ enhancedCode: '5.2.2', class: 'full' });
});

it('does not take an address or a version for an enhanced code', () => {
  expect(classify('550 refused from 5.1.1.7').enhancedCode).toBeNull();
  expect(classify('550 Exim 4.96.1x refused').enhancedCode).toBeNull();
  expect(classify('550 Mail refused (#5.1.1)').enhancedCode).toBe('5.1.1');
});

it.each([
  ['null_mx', 'bounced', 'domain', 'hard', 'validation'],
  ['domain_not_found', 'bounced', 'domain', 'hard', 'validation'],
  ['no_mail_host', 'bounced', 'domain', 'hard', null],
  ['dns_unavailable', 'deferred', 'routing', null, null],
  ['mail_loop', 'bounced', 'routing', 'soft', null],
  ['tls_policy', 'deferred', 'routing', null, null],
  ['tls_failed', 'deferred', 'routing', null, null],
  ['connect_failed', 'deferred', 'no_answer', null, null],
  ['timeout', 'deferred', 'no_answer', null, null],
] as const)('without a reply, %s is %s', (...[failure, outcome, reason, bounceType, suppression]) => {
  expect(classifyTransportFailure(failure)).toMatchObject({
    outcome,
    class: reason,
    bounceType,
    suppression,
  });
});

it.each([
  ['Greylisted, please try again in 5 minutes', 300_000],
  ['try again in 300 seconds', 300_000],
  ['Please wait 90 s before you retry', 90_000],
  ['retry after 2 hours', 7_200_000],
  ['Greylisting in action, please come back in 00:04:30', 270_000],
  ['try again in 999999 hours', 86_400_000],
  ['try again later', null],
  ['try again in 0 minutes', null],
  ['blocked using 192.0.2.55 in 5 minutes', null],
])('reads the wait out of: %s', (text, waitMs) => {
  expect(retryHintMs(text)).toBe(waitMs);
});

describe('properties', () => {
  const words = fc.constantFrom(
    'blocked',
    'user unknown',
    'rate limit',
    'Spamhaus',
    'mailbox full',
    'spam',
    '5.1.1',
    '4.2.2',
    '5.7.1',
    'dkim fail',
    'policy',
  );
  const text = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  it('4xx never bounces, a deferral never suppresses, and only bounces have a type', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), text, (code, words) => {
        const found = classifySmtpReply({ code, text: words });
        if (code < 500) expect(found.outcome).not.toBe('bounced');
        expect(found.outcome === 'bounced').toBe(found.bounceType !== null);
        if (found.suppression) expect([found.outcome, found.bounceType]).toEqual(['bounced', 'hard']);
        if (found.blocked) expect(found.outcome).toBe('deferred');
        expect(found.class === null).toBe(found.outcome === 'accepted');
      }),
    );
  });

  const providers = fc.constantFrom('google', 'microsoft', 'yahoo', 'tencent', 'acme.example', null);

  it('what is about us never bounces and never suppresses, with any provider and code', () => {
    const aboutUs = fc.constantFrom(
      '192.0.2.1 is listed at zen.spamhaus.org',
      'too many connections from your IP',
      'Greylisted, please try again later',
      'Cannot find reverse DNS for 192.0.2.1',
    );
    const code = fc.constantFrom('', '5.1.1 ', '5.1.3 ', '5.5.0 ', '5.7.1 ', '5.0.0 ');
    fc.assert(
      fc.property(aboutUs, code, providers, (words, enhanced, provider) => {
        const found = classifySmtpReply({ code: 550, text: `${enhanced}${words}`, stage: 'rcpt', provider });
        expect(found).toMatchObject({ outcome: 'deferred', suppression: null });
      }),
    );
  });

  it('text in an address is not read as a reason', () => {
    const local = fc.constantFrom(
      'blocked',
      'spamhaus',
      'rate.limit',
      'spf-fail',
      'mailbox.full',
      'greylist',
    );
    fc.assert(
      fc.property(local, providers, (name, provider) => {
        const text = `5.1.1 <${name}@blacklist.example>: Recipient address rejected: User unknown`;
        const found = classifySmtpReply({ code: 550, text, stage: 'rcpt', provider });
        expect(found).toMatchObject({ class: 'recipient', suppression: 'hard_bounce' });
      }),
    );
  });

  it('a reply of any length is read in linear time', () => {
    const begun = process.threadCpuUsage();
    for (const piece of ['a ', 'mailbox ', 'try again ', 'user ', 'spf ', '5.1', 'retry in ', 'ip ip ip ']) {
      classifySmtpReply({ code: 550, text: piece.repeat(500_000) });
    }
    expect(process.threadCpuUsage(begun).user).toBeLessThan(10_000_000);
  });
});
