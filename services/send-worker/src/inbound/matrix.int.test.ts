import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { feedbackTokens, returnPathOf } from '../../test/inbound-mails';
import { createSender, type TestSender } from '../../test/queue-message';
import {
  bounceFormats,
  complaintFormats,
  proseFormats,
  type ReportFormat,
  type ReportGiven,
} from '../../test/report-formats';

/*
 * Each kind of report, in each format, with a token of the message, of another organization's message, one that is not
 * signed, and none. The outcome is the table in docs/inbound.md.
 */

let harness: InboundHarness;
let otherSender: TestSender;
beforeAll(async () => {
  harness = await startInboundHarness();
  otherSender = await createSender(harness.context);
});
afterAll(() => harness.close());

const tokens = ['valid', 'foreign', 'forged', 'missing'] as const;
type Token = (typeof tokens)[number];
const addressOfOther = 'grace@other.test';

/** By what a complaint is matched. */
const evidences = ['return path', 'Feedback-ID', 'Message-ID'] as const;
type Evidence = (typeof evidences)[number];

interface Case {
  readonly format: ReportFormat;
  /** Undefined: it comes to the return path itself. */
  readonly evidence: Evidence | undefined;
}

const cases: readonly Case[] = [
  ...[...bounceFormats, ...proseFormats].map((format) => ({ format, evidence: undefined })),
  ...complaintFormats.flatMap((format) => evidences.map((evidence) => ({ format, evidence }))),
];

interface Messages {
  readonly own: string;
  /** Of another organization, to another recipient. */
  readonly other: string;
}

function evidenceOf(evidence: Evidence | undefined, token: Token, { own, other }: Messages): ReportGiven {
  const nothing = { address: 'jane@example.test', mailFrom: undefined, feedbackId: undefined };
  const given: ReportGiven = { ...nothing, messageId: undefined };
  if (evidence === undefined || token === 'missing') return given;
  const id = token === 'foreign' ? other : own;
  const isForged = token === 'forged';
  if (evidence === 'return path') {
    const mailFrom = returnPathOf(id);
    return { ...given, mailFrom: isForged ? forge(mailFrom) : mailFrom };
  }
  if (evidence === 'Feedback-ID') {
    const value = feedbackTokens.mint(id);
    return { ...given, feedbackId: `bulk.news:0123:${isForged ? forge(value) : value}:postrider` };
  }
  return { ...given, messageId: `<${isForged ? '019a8f00-1234-7abc-8def-0123456789ab' : id}@shop.example>` };
}

function envelopeOf({ evidence }: Case, token: Token, { own, other }: Messages): string[] {
  if (evidence !== undefined) return ['fbl@post.example'];
  if (token === 'missing') return ['bounce@bounce.shop.example'];
  const address = returnPathOf(token === 'foreign' ? other : own);
  return [token === 'forged' ? forge(address) : address];
}

/** Other characters in the middle of the token. */
function forge(text: string): string {
  return `${text.slice(0, 20)}${text.slice(20, 22) === 'qq' ? 'zz' : 'qq'}${text.slice(22)}`;
}

/** The outcome of a message: its events, and whether its recipient is suppressed. */
async function effectOn(id: string): Promise<string> {
  const { events, recipients } = await harness.read(id);
  const suppressed = await harness.suppressions();
  const words = events.map(({ type, bounce_type: kind }) => (kind === null ? type : `${type} (${kind})`));
  if (suppressed.some(({ source_email_id: source }) => source === id)) words.push('suppressed');
  const [event] = events;
  const isUnproven = event?.detail?.startsWith('unproven ') === true;
  if (isUnproven) words[0] += ' (unproven)';
  if (event && !isUnproven && event.type !== 'delivery_delayed')
    expect(recipients[0]?.status).toBe(event.type);
  return words.join(', ') || 'nothing';
}

async function cellOf(one: Case, token: Token): Promise<string> {
  const { status, raw } = one.format;
  const own = await harness.sent(status);
  const other = await harness.sent(status, { sender: otherSender, to: [addressOfOther] });
  const messages = { own, other };
  await harness.resultOf({
    recipients: envelopeOf(one, token, messages),
    raw: raw(evidenceOf(one.evidence, token, messages)),
  });
  const [effect, effectOnOther] = [await effectOn(own), await effectOn(other)];
  await harness.context.pool.query('DELETE FROM suppressions');
  if (token !== 'foreign') expect(effectOnOther).toBe('nothing');
  return effectOnOther === 'nothing' ? effect : `${effect}; the token’s message: ${effectOnOther}`;
}

function documented(): string[][] {
  const page = readFileSync(path.join(__dirname, '../../../../docs/inbound.md'), 'utf8');
  const [, section = ''] = page.split(/^## The matrix$/m);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => first !== undefined && !/^-+$/.test(first) && first !== 'Report');
}

it('what each report does is the table of docs/inbound.md', async () => {
  /** Formats by everything else of a row. */
  const rows = new Map<string, string[]>();
  for (const one of cases) {
    const effects: string[] = [];
    for (const token of tokens) effects.push(await cellOf(one, token));
    const row = [one.format.kind, one.evidence ?? 'envelope', ...effects].join(' | ');
    rows.set(row, [...(rows.get(row) ?? []), one.format.format]);
  }
  expect([...rows].map(([row, formats]) => `${row} | ${formats.join('; ')}`)).toEqual(
    documented().map((row) => row.join(' | ')),
  );
});
