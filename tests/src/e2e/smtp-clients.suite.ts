import { eventually } from '@postrider/testkit';
import { readMails } from './smtp-clients/arrived-mail';
import { committedTable, renderTable, writeTable, type ClientColumn } from './smtp-clients/client-table';
import { messagesOfCharsets } from './smtp-clients/messages-of-charsets';
import { messagesOfHeaders } from './smtp-clients/messages-of-headers';
import { messagesOfParts } from './smtp-clients/messages-of-parts';
import type { RealMessage } from './smtp-clients/real-message';
import { stockClients, testedClients, type StockClient } from './smtp-clients/stock-clients';
import { copiesOf, present, running } from './running-system';

const messages = [...messagesOfParts, ...messagesOfCharsets, ...messagesOfHeaders];
const columns = new Map<string, ClientColumn>(stockClients.map(({ name }) => [name, null]));

/** Writes the table of `docs/smtp.md` instead of comparing it. */
const isWriting = process.env['SMTP_TABLE'] === 'write';

/** Stock clients send what mail programs write, and the recipient's copy is looked at. */
export function stockSmtpClients(): void {
  for (const client of testedClients) {
    const { name, missing } = client;
    (missing === null ? test : test.skip)(
      `real messages sent by ${name} arrive as the guide promises${missing === null ? '' : ` (${missing})`}`,
      async () => {
        const column = await outcomesOf(client);
        columns.set(name, column);
        expect([...column].filter(([, cell]) => cell !== 'yes')).toEqual([]);
      },
    );
  }

  test('docs/smtp.md shows what the clients of this machine have seen; SMTP_TABLE=write renews it', () => {
    const rows = messages.map(({ name, arrives }) => ({ message: name, arrives }));
    const table = renderTable(rows, columns);
    if (isWriting) writeTable(table);
    expect(committedTable()).toBe(table);
  });
}

async function outcomesOf(client: StockClient): Promise<ReadonlyMap<string, string>> {
  const replies: { message: RealMessage; reply: string }[] = [];
  for (const [i, message] of messages.entries()) {
    const reply = await replyTo(client, { message, to: `m${i}.${client.name}@recipients.test` });
    replies.push({ message, reply });
  }
  const taken = replies.flatMap(({ message, reply }) => {
    const id = /queued as ([0-9a-f-]{36})/.exec(reply)?.[1];
    return id === undefined ? [] : [{ message, id }];
  });
  await arrivalOf(taken);
  const mails = await readMails(taken.map(({ id }) => present(copiesOf(id)[0]).raw));
  const arrived = new Map(taken.map(({ message }, i) => [message, present(mails[i])]));
  return new Map(
    replies.map(({ message, reply }) => {
      const mail = arrived.get(message);
      if (!mail || !message.found) return [message.name, refusalCell(message, reply)];
      const wrong = message
        .found(mail)
        .find(([found, sent]) => JSON.stringify(found) !== JSON.stringify(sent));
      return [message.name, wrong ? `no: ${JSON.stringify(wrong[0])}` : 'yes'];
    }),
  );
}

/** Names what has not arrived, and where it stands: with that, a failure can be traced. */
async function arrivalOf(taken: readonly { message: RealMessage; id: string }[]): Promise<void> {
  const missing = () => taken.filter(({ id }) => copiesOf(id).length === 0);
  await eventually(() => missing().length === 0).catch(async () => {
    const states = missing().map(async ({ message, id }) => {
      const { last_event: state, events } = await running().api().email(id);
      return `${message.name} (${id}) is ${state}, ${JSON.stringify(events)}`;
    });
    throw new Error(`not arrived: ${(await Promise.all(states)).join('; ')}`);
  });
}

async function replyTo(
  client: StockClient,
  { message, to }: { message: RealMessage; to: string },
): Promise<string> {
  const { host, startTlsPort, caFile } = running().smtp;
  const { live } = running().tenant.keys;
  const from = `shop@${running().tenant.domain.name}`;
  const said = await client.submit(
    { host, startTlsPort, caFile, user: live.id, pass: live.token },
    { raw: message.write({ from, to }), from, to },
  );
  const reply = /250 2\.0\.0 queued as [0-9a-f-]{36}|[45]\d\d [45]\.\d+\.\d+ [^\r\n]*/i.exec(said)?.[0];
  // What is said first may be the password.
  return reply ?? `no reply: ${said.slice(-300)}`;
}

/** A refusal is what was promised when the promise names the reply. */
function refusalCell({ arrives }: RealMessage, reply: string): string {
  const expected = /^refused: (.*)$/.exec(arrives)?.[1];
  return expected !== undefined && reply.startsWith(expected) ? 'yes' : `no: ${reply}`;
}
