import { parseBounceReport } from '@postrider/mail';
import { factOfReport } from './fact-of-report';

const recipient = {
  ...{ messageId: '01a20000-0000-7000-8000-000000000000', ordinal: 0 },
  ...{ addressKey: 'ada@example.com', otherKeys: [], isLive: true, isInDelivery: false },
};

async function factOf(...fields: string[]) {
  const status = [
    'Reporting-MTA: dns; relay.example',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    ...fields,
  ];
  const lines = [
    'From: MAILER-DAEMON@relay.example',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
  ];
  const report = await parseBounceReport(Buffer.from(lines.join('\r\n')));
  return report && factOfReport(report, { recipient, at: new Date(0) });
}

describe('the fact that a report tells', () => {
  it('names the server that refused and its log id, and why', async () => {
    const where = ['Remote-MTA: dns; mx1.example.com', 'Final-Log-Id: 4711'];
    expect(
      await factOf('Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 full', ...where),
    ).toMatchObject({
      type: 'bounced',
      bounceType: 'soft',
      failureClass: 'full',
      detail: 'full: 552 5.2.2 full (mx1.example.com, log id 4711)',
      reply: { host: 'mx1.example.com', code: 552, text: '5.2.2 full' },
    });
  });

  it('names the reporter where no server is quoted', async () => {
    expect(await factOf('Action: failed', 'Status: 5.1.1')).toMatchObject({
      detail: 'recipient: reported by relay.example',
      reply: null,
      suppression: 'hard_bounce',
    });
  });

  it('of a delay has a class, and suppresses no address', async () => {
    expect(await factOf('Action: delayed', 'Status: 4.4.1')).toMatchObject({
      type: 'delivery_delayed',
      failureClass: 'no_answer',
      suppression: null,
    });
  });
});
