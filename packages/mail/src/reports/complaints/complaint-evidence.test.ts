import { arf, feedbackId, message, messageId, original, returnPath, token } from './complaint-report.fixture';
import { parseComplaintReport, type ComplaintReport } from './complaint-report';

async function read(raw: Buffer): Promise<ComplaintReport> {
  const report = await parseComplaintReport(raw);
  if (report === null) throw new Error('no report');
  return report;
}
const matched = { isComplaint: true, returnPaths: [returnPath], originalMessageId: messageId, feedbackId };

describe('redacted addresses', () => {
  it.each([
    'redacted',
    '<redacted>',
    'redacted@yahoo.com',
    'redacted-3f2a@aol.com',
    'hashed@comcast.net',
    'xxxxxxx@mail.ru',
    'a*****@seznam.cz',
    'anonymous@libero.it',
    '[redacted]@orange.fr',
    '',
  ])('%s names no recipient', async (recipient) => {
    const report = await read(arf(['Feedback-Type: abuse', `Original-Rcpt-To: ${recipient}`]));
    expect(report).toMatchObject({ ...matched, recipients: [] });
  });

  it('a hash of the name is kept: the owner of the address may compare it (RFC 6590)', async () => {
    const report = await read(
      arf([
        'Feedback-Type: abuse',
        'Original-Rcpt-To: rfc822; <n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=@example.com>',
      ]),
    );
    expect(report.recipients).toEqual(['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=@example.com']);
  });

  it('To and Cc of the message are not who complained', async () => {
    const returned = ['To: ada@example.com', 'Cc: grace@example.com', ...message];
    expect((await read(arf(['Feedback-Type: abuse'], { returned }))).recipients).toEqual([]);
  });

  it('what the provider wrote on top of the message is', async () => {
    const returned = [
      'X-Apparently-To: ada@yahoo.com via 192.0.2.45; Thu, 29 Oct 2026 23:45:10 -0800',
      ...message,
    ];
    expect((await read(arf(['Feedback-Type: abuse'], { returned }))).recipients).toEqual(['ada@yahoo.com']);
  });
});

describe('the token', () => {
  it.each<[string, string[]]>([
    ['Return-Path', [`Return-Path: <${returnPath}>`]],
    ['Return-Path in capitals', [`RETURN-PATH: <${returnPath.toUpperCase()}>`]],
    ['X-Envelope-From', [`X-Envelope-From: ${returnPath}`]],
    [
      'Received-SPF, folded',
      ['Received-SPF: pass (domain of bounce.shop.example)', `\tenvelope-from="${returnPath}"; helo=x`],
    ],
    ['Authentication-Results', [`Authentication-Results: mx.example; spf=pass smtp.mailfrom=${returnPath}`]],
    [
      'a forwarder that rewrote it (SRS)',
      [`Return-Path: <SRS0=Xy1z=AB=bounce.shop.example=${token}@forwarder.example>`],
    ],
  ])('is found in %s', async (_, lines) => {
    const found = await read(arf(['Feedback-Type: abuse'], { returned: [...lines, ...original] }));
    expect(found.returnPaths.some((each) => each.toLowerCase().startsWith(`${token}@`))).toBe(true);
  });

  it('of the report comes before the one of the message', async () => {
    const other = `b+${'z'.repeat(55)}@bounce.shop.example`;
    const found = await read(arf(['Feedback-Type: abuse', `Original-Mail-From: <${other}>`]));
    expect(found.returnPaths).toEqual([other, returnPath]);
  });

  it('a reporter without a Return-Path leaves the Message-ID, in the report if need be', async () => {
    expect(await read(arf(['Feedback-Type: abuse'], { returned: original }))).toMatchObject({
      returnPaths: [],
      originalMessageId: messageId,
    });
    const bare = arf(['Feedback-Type: abuse', `Original-Message-ID: ${messageId}`], { returned: [] });
    expect(await read(bare)).toMatchObject({ originalMessageId: messageId });
  });
});
