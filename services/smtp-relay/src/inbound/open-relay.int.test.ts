import { newId } from '@postrider/contracts/ids';
import { createReplyTokens, createReturnPathTokens } from '@postrider/mail';
import {
  createDomain,
  createTestContext,
  platformHost,
  testReturnPathSecret,
  type TestContext,
} from '@postrider/testkit';
import { startInboundFixture, type InboundFixture } from '../../test/inbound-fixture';
import { mailOf, report, spoolCounts } from '../../test/inbound-mail';

let context: TestContext;
let fixture: InboundFixture;
beforeAll(async () => {
  context = await createTestContext();
  fixture = await startInboundFixture(context);
  const { organizationId } = fixture.domain;
  await createDomain(context.pool, { organizationId, name: 'pending.test', status: 'pending' });
  await createDomain(context.pool, { organizationId, name: 'failed.test', status: 'failed' });
});
afterAll(async () => {
  await fixture.close();
  await context.close();
});

const bounceToken = (): string =>
  createReturnPathTokens({ secret: testReturnPathSecret }).mint({ messageId: newId(), ordinal: 0 });
const replyToken = (): string =>
  createReplyTokens({ secret: testReturnPathSecret }).mint({ messageId: newId(), ordinal: 0 });

/** The reply to one recipient, and that nothing can follow it. */
async function replyTo(path: string): Promise<string> {
  const dialogue = await fixture.open();
  await dialogue.say('MAIL FROM:<sender@remote.test>\r\n');
  const reply = await dialogue.say(`RCPT TO:${path.replaceAll('OURS', fixture.domain.name)}\r\n`);
  expect(await dialogue.say('DATA\r\n')).toMatch(/^503 /);
  dialogue.end();
  return reply;
}

it.each([
  ['another mailbox', '<victim@example.com>'],
  ['a source route over us', '<@reply.OURS:victim@example.com>'],
  ['a source route over others and us', '<@example.com,@reply.OURS:victim@example.com>'],
  ['the percent hack', '<reply%example.com@reply.OURS>'],
  ['the percent hack to any local part', '<victim%example.com@reply.OURS>'],
  ['a bang path', '<example.com!victim@reply.OURS>'],
  ['two at signs', '<victim@example.com@reply.OURS>'],
  ['a quoted address', '<"victim@example.com"@reply.OURS>'],
  ['a quoted percent hack', '<"victim%example.com"@reply.OURS>'],
  ['a quoted route', '<"@example.com:victim"@reply.OURS>'],
  ['an address literal', '<victim@[127.0.0.1]>'],
  ['our name at an address literal', '<reply@[127.0.0.1]>'],
  ['no domain', '<victim>'],
  ['the null path', '<>'],
  ['no brackets', 'victim@example.com'],
  ['a trailing dot', '<victim@example.com.>'],
  ['a comment', '<victim(reply)@example.com>'],
  ['a blank', '<victim @example.com>'],
  ['another address behind', '<victim@example.com> <fbl@platform.postrider.test>'],
  ['a host below ours', '<reply@x.reply.OURS>'],
  ['a host that ends like ours', '<reply@evilreply.OURS>'],
  ['the platform as a part', '<fbl@platform.postrider.test.example.com>'],
  ['postmaster', '<postmaster>'],
  ['postmaster of the platform', '<postmaster@platform.postrider.test>'],
  ['the domain itself', '<reply@OURS>'],
  ['its tracking host', '<reply@links.OURS>'],
  ['a reply to the return path', '<reply@bounce.OURS>'],
  ['complaints at a customer', '<fbl@reply.OURS>'],
  ['reports at a customer', '<dmarc@OURS>'],
  ['TLS reports at a customer', '<tls-reports@OURS>'],
  ['replies at the platform', '<reply@platform.postrider.test>'],
  ['a name that is only claimed', '<reply@reply.pending.test>'],
  ['a name that is held no longer', '<reply@reply.failed.test>'],
])('the inbound port is no relay for %s', async (_name, path) => {
  const before = await spoolCounts(context);
  expect(await replyTo(path)).toMatch(/^(550 5\.1\.1|501 5\.\d\.\d|555 5\.5\.4|550 5\.1\.3) /);
  expect(await spoolCounts(context)).toEqual(before);
});

it('takes what is written in another way for the same address, and names it in one', async () => {
  const host = `reply.${fixture.domain.name}`;
  const paths = [`REPLY@${host.toUpperCase()}`, `"reply"@${host}`, `@example.com:reply@${host}`];
  for (const path of paths) {
    const dialogue = await fixture.open();
    await dialogue.say('MAIL FROM:<sender@remote.test>\r\n');
    expect(await dialogue.say(`RCPT TO:<${path}>\r\n`)).toBe('250 2.1.5 Accepted');
    await dialogue.say('DATA\r\n');
    const { recipients } = await mailOf(context, await dialogue.say(`${report}.\r\n`));
    expect(recipients.map((each) => each.toLowerCase())).toEqual([`reply@${host}`]);
    dialogue.end();
  }
});

describe('tokens', () => {
  const accepted = async (address: string): Promise<string> => {
    const dialogue = await fixture.open();
    await dialogue.say('MAIL FROM:<>\r\n');
    const reply = await dialogue.say(`RCPT TO:<${address}>\r\n`);
    dialogue.end();
    return reply;
  };
  const forgedCount = () => fixture.metric('smtp_relay_inbound_refused_recipients', 'reason="forged"');

  it('are read in any case; at a return path also of a domain that waits for its records', async () => {
    const { name } = fixture.domain;
    const good = [
      `${bounceToken()}@bounce.${name}`,
      `${bounceToken().toUpperCase()}@BOUNCE.${name}`,
      `${replyToken()}@reply.${name}`,
      `${bounceToken()}@bounce.pending.test`,
    ];
    for (const address of good) expect(await accepted(address)).toBe('250 2.1.5 Accepted');
    // Who claims a name would read answers to the mail of its former holder.
    expect(await accepted(`${replyToken()}@reply.pending.test`)).toMatch(/^550 5\.1\.1 /);
    expect(await forgedCount()).toBe(0);
  });

  it('that we have not signed are refused like unknown addresses, and counted', async () => {
    const { name } = fixture.domain;
    const token = bounceToken();
    const flipped = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21);
    const foreign = createReturnPathTokens({ secret: 'another secret of 16 bytes' }).mint({
      messageId: newId(),
      ordinal: 0,
    });
    const forged = [
      `${flipped}@bounce.${name}`,
      `${foreign}@bounce.${name}`,
      `b+x@bounce.${name}`,
      // Signed for another purpose.
      `${bounceToken().replace('b+', 'reply+')}@reply.${name}`,
    ];
    for (const address of forged) {
      expect(await accepted(address)).toBe('550 5.1.1 No such address here');
    }
    expect(await forgedCount()).toBe(forged.length);
    // Of the wrong host, whatever they are.
    expect(await accepted(`${bounceToken()}@reply.${name}`)).toMatch(/^550 5\.1\.1 /);
    expect(await accepted(`${bounceToken()}@${platformHost}`)).toMatch(/^550 5\.1\.1 /);
    expect(await forgedCount()).toBe(forged.length);
  });
});
