import { eventually, eventuallyPasses, platformHost, useTestContext } from '@postrider/testkit';
import { startInboundFixture, stoppedClock, type InboundFixture } from '../../test/inbound-fixture';
import { atData, mailOf, report, toData } from '../../test/inbound-mail';
import { startRelayFixture } from '../../test/relay-fixture';
import { keyId, token } from '../../test/scripted-api';
import { openDialogue, type SmtpDialogue } from '../../test/smtp-dialogue';
import type { RelayTimes } from '../times';
import type { InboundSettings } from './start-inbound';

let fixture: InboundFixture;
const context = useTestContext();
afterEach(() => fixture.close());
const start = async (
  settings: Partial<InboundSettings> = {},
  times: Partial<RelayTimes> = {},
): Promise<void> => {
  fixture = await startInboundFixture(context, { settings, times, clock: stoppedClock() });
};

const attacker = '127.0.0.2';
const victim = '127.0.0.3';
const complaints = `fbl@${platformHost}`;

/** A report from another network, from its connection to its 250. */
async function victimIsServed(): Promise<void> {
  const dialogue = await atData(fixture, [fixture.bounceAddress()], victim);
  await mailOf(context, await dialogue.say(`${report}.\r\n`));
  dialogue.end();
}

const lines = (bytes: number): string => `${'x'.repeat(70)}\r\n`.repeat(Math.ceil(bytes / 72));

describe('size', () => {
  it('is limited where it is declared, and where it arrives', async () => {
    await start();
    const dialogue = await fixture.open();
    expect(await dialogue.say('MAIL FROM:<> SIZE=2000001\r\n')).toMatch(/^552 5\.3\.4 /);
    expect(await dialogue.say('MAIL FROM:<> SIZE=2000000\r\n')).toMatch(/^250 /);
    await dialogue.say(`RCPT TO:<${complaints}>\r\n`);
    await dialogue.say('DATA\r\n');
    expect(await dialogue.say(`${lines(2_000_100)}.\r\n`)).toMatch(/^552 5\.3\.4 /);
    await toData(dialogue, [complaints]);
    const { raw } = await mailOf(context, await dialogue.say(`Subject: x\r\n\r\n${lines(1_900_000)}.\r\n`));
    expect(raw.length).toBeGreaterThan(1_900_000);
    dialogue.end();
  });
});

describe('recipients', () => {
  it('of one mail are a hundred, and who names ten thousand is sent away', async () => {
    await start();
    const dialogue = await fixture.open(attacker);
    await dialogue.say('MAIL FROM:<>\r\n');
    dialogue.write(Array.from({ length: 10_000 }, () => `RCPT TO:<${fixture.bounceAddress()}>\r\n`).join(''));
    await victimIsServed();
    const codes: string[] = [];
    while (codes.at(-1) !== '421') codes.push((await dialogue.nextReply()).slice(0, 3));
    expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => '250'));
    expect(codes.slice(100, 1_000)).toEqual(Array.from({ length: 900 }, () => '452'));
    expect(codes).toHaveLength(1_001);
    await dialogue.closed;
  });

  it('over a hundred leave the mail to those before', async () => {
    await start();
    const dialogue = await fixture.open();
    await dialogue.say('MAIL FROM:<>\r\n');
    const replies: string[] = [];
    for (let each = 0; each < 103; each += 1) {
      replies.push(await dialogue.say(`RCPT TO:<${fixture.bounceAddress()}>\r\n`));
    }
    expect(replies.slice(100)).toEqual(Array.from({ length: 3 }, () => '452 4.5.3 Too many recipients'));
    await dialogue.say('DATA\r\n');
    const { recipients } = await mailOf(context, await dialogue.say(`${report}.\r\n`));
    expect(recipients).toHaveLength(100);
    dialogue.end();
  });

  it('that are guessed twenty times end the connection', async () => {
    await start();
    const dialogue = await fixture.open(attacker);
    await dialogue.say('MAIL FROM:<>\r\n');
    dialogue.write(Array.from({ length: 10_000 }, (_none, i) => `RCPT TO:<u${i}@x${i}.test>\r\n`).join(''));
    const codes: string[] = [];
    while (codes.at(-1) !== '421') codes.push((await dialogue.nextReply()).slice(0, 3));
    expect(codes).toEqual([...Array.from({ length: 19 }, () => '550'), '421']);
    await dialogue.closed;
    await victimIsServed();
  });
});

describe('a client network', () => {
  it('may open so many connections, and others come in beside it', async () => {
    await start({ INBOUND_CONNECTIONS_PER_CLIENT_MAX: 3 });
    const held = await Promise.all([1, 2, 3].map(() => fixture.open(attacker)));
    const refused = await openDialogue(fixture.listener.port, attacker);
    expect(await refused.nextReply()).toMatch(/^421 4\.7\.0 /);
    await victimIsServed();
    held[0]?.end();
    const again = () => openDialogue(fixture.listener.port, attacker);
    await eventually(async () => (await (await again()).nextReply()).startsWith('220 '));
    for (const each of held) each.end();
  });

  it('may bring so many mails a minute, and others bring theirs', async () => {
    await start({ INBOUND_MESSAGES_PER_MINUTE: 3 });
    const dialogue = await fixture.open(attacker);
    for (let mail = 0; mail < 3; mail += 1) {
      await toData(dialogue, [complaints]);
      expect(await dialogue.say(`${report}.\r\n`)).toMatch(/^250 /);
    }
    expect(await dialogue.say('MAIL FROM:<>\r\n')).toMatch(/^421 4\.7\.0 /);
    await dialogue.closed;
    await victimIsServed();
  });

  it('uses its minute up with guesses, however often it connects', async () => {
    await start({ INBOUND_MESSAGES_PER_MINUTE: 30 });
    const guess = async (): Promise<number> => {
      const dialogue = await fixture.open(attacker);
      await dialogue.say('MAIL FROM:<>\r\n');
      dialogue.write('RCPT TO:<unknown@nowhere.test>\r\n'.repeat(25));
      let refused = 0;
      while ((await dialogue.nextReply()).startsWith('550')) refused += 1;
      await dialogue.closed;
      return refused;
    };
    expect([await guess(), await guess()]).toEqual([19, 8]);
    const dialogue = await fixture.open(attacker);
    expect(await dialogue.say('MAIL FROM:<>\r\n')).toMatch(/^421 4\.7\.0 /);
    await victimIsServed();
  });

  it('holds a quarter of the memory and one mail at most, and the organization it floods as well', async () => {
    await start({ INBOUND_MESSAGE_BYTES_MAX: 2_000_000, INBOUND_MESSAGE_MEMORY_MAX: 6_000_000 });
    const flood = await Promise.all([1, 2, 3].map(() => atData(fixture, [fixture.replyAddress()], attacker)));
    for (const each of flood) each.write(`Subject: x\r\n\r\n${lines(1_500_000)}`);
    const held = () => fixture.metric('smtp_relay_inbound_message_bytes');
    await eventually(async () => (await held()) > 1_400_000);
    expect(await held()).toBeLessThanOrEqual(3_500_000);
    // Another sender and recipient.
    const other = await atData(fixture, [complaints], victim);
    await mailOf(context, await other.say(`Subject: x\r\n\r\n${lines(1_500_000)}.\r\n`));
    // Small ones need no room.
    await victimIsServed();
    for (const each of [...flood, other]) each.end();
    await eventually(async () => (await held()) === 0);
  });
});

describe('time', () => {
  it('is up for a client that says nothing', async () => {
    await start({}, { idleMs: 1_000 });
    const silent = await openDialogue(fixture.listener.port);
    expect(await silent.nextReply()).toMatch(/^220 /);
    expect(await silent.nextReply()).toBe('421 4.4.2 Idle for too long');
    await silent.closed;
  });

  it('is up for a client that keeps its connection busy without a mail', async () => {
    await start({}, { idleMs: 1_000 });
    const lastReply = async (): Promise<string> => {
      const busy = await fixture.open(attacker);
      const said = () => busy.say('NOOP\r\n').then((reply) => !reply.startsWith('250') && reply);
      const reply = await eventually(said, { intervalMs: 200 });
      await busy.closed;
      return String(reply);
    };
    // On a busy machine, a client may say nothing for a second by itself.
    await eventuallyPasses(async () =>
      expect(await lastReply()).toBe('421 4.7.0 Too long without a message'),
    );
  });

  it('is up for a client that says too much without a mail, and not for one that brings some', async () => {
    await start();
    const dialogue = await fixture.open(attacker);
    for (let mail = 0; mail < 3; mail += 1) {
      dialogue.write('NOOP\r\n'.repeat(1_000));
      for (let each = 0; each < 1_000; each += 1) expect(await dialogue.nextReply()).toMatch(/^250 /);
      await toData(dialogue, [complaints]);
      expect(await dialogue.say(`${report}.\r\n`)).toMatch(/^250 /);
    }
    dialogue.write('NOOP\r\n'.repeat(2_000));
    const codes: string[] = [];
    while (codes.at(-1) !== '421') codes.push((await dialogue.nextReply()).slice(0, 3));
    expect(codes).toHaveLength(1_501);
    await dialogue.closed;
  });

  it('is up for a mail that trickles', async () => {
    await start({}, { dataMs: 1_000 });
    const slow = await atData(fixture, [complaints], attacker);
    const drip = setInterval(() => slow.write('x'), 50);
    expect(await slow.nextReply()).toBe('421 4.4.2 Message took too long');
    clearInterval(drip);
    await slow.closed;
    await victimIsServed();
  });
});

it('submission goes on beside a flood of inbound mail', async () => {
  await start();
  const relay = await startRelayFixture();
  let isOver = false;
  const flood = async (): Promise<number> => {
    const dialogue = await fixture.open(attacker);
    let taken = 0;
    while (!isOver) {
      await toData(dialogue, [complaints]);
      await mailOf(context, await dialogue.say(`Subject: x\r\n\r\n${lines(200_000)}.\r\n`));
      taken += 1;
    }
    dialogue.end();
    return taken;
  };
  const floods = Array.from({ length: 20 }, flood);
  for (let message = 0; message < 5; message += 1) {
    const dialogue = await loggedIn(relay.relay.startTlsPort);
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    await dialogue.say('RCPT TO:<b@x.test>\r\n');
    await dialogue.say('DATA\r\n');
    expect(await dialogue.say('From: a@d.test\r\n\r\nx\r\n.\r\n')).toMatch(/^250 /);
    dialogue.end();
  }
  isOver = true;
  expect((await Promise.all(floods)).reduce((sum, taken) => sum + taken)).toBeGreaterThan(0);
  await relay.close();
});

async function loggedIn(port: number): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(port, victim);
  await dialogue.nextReply();
  await dialogue.say('EHLO client.test\r\n');
  const plain = Buffer.from(`\0${keyId}\0${token}`).toString('base64');
  expect(await dialogue.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^235 /);
  return dialogue;
}
