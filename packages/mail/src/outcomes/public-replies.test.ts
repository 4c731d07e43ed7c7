import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  classifyReportedFailure,
  classifySmtpReply,
  parseSmtpReply,
  type DestinationReply,
  type ReplyClassification,
} from './smtp-reply';

interface PublicReply {
  readonly failure: string;
  readonly result: string;
  readonly provider: string | null;
  readonly isReport: boolean;
  readonly words: string;
}

const groups: { readonly source: string; readonly replies: PublicReply[] }[] = [];
for (const line of readFileSync(join(__dirname, 'public-replies.tsv'), 'utf8').trimEnd().split('\n')) {
  if (line.startsWith('#')) groups.push({ source: line.slice(2), replies: [] });
  else groups.at(-1)?.replies.push(readLine(line));
}
const replies = groups.flatMap((group) => group.replies);
const direct = replies.filter(({ isReport }) => !isReport);

function readLine(line: string): PublicReply {
  const [failure = '', result = '', of = '', words = ''] = line.split('\t');
  const isReport = of === 'report';
  const provider = isReport || of === '-' ? null : of;
  return { failure, result, provider, isReport, words: words.replaceAll('\\n', '\r\n') };
}

function classify(
  { words, isReport, provider }: PublicReply,
  at: Pick<DestinationReply, 'stage' | 'provider'> = { stage: 'rcpt', provider },
): ReplyClassification {
  if (isReport) {
    const [, status = '-', diagnostic = ''] = /^(\S+) (.*)$/.exec(words) ?? [];
    return classifyReportedFailure({ status: status === '-' ? null : status, diagnostic });
  }
  const reply = parseSmtpReply(words);
  if (!reply) throw new Error(`not a reply: ${words}`);
  return classifySmtpReply({ ...reply, ...at });
}

function found(reply: PublicReply, at?: Pick<DestinationReply, 'stage' | 'provider'>): string {
  const { class: failure, suppression, outcome, bounceType } = classify(reply, at);
  return `${failure} ${suppression ? 'suppressed' : outcome === 'deferred' ? outcome : bounceType}`;
}

const expected = ({ failure, result }: PublicReply) => `${failure} ${result}`;

it.each(
  groups.filter((group) => group.replies.length > 0).map((group) => [group.source, group.replies] as const),
)('replies of %s have the expected class and result', (_, list) => {
  const lines = (of: (reply: PublicReply) => string) => list.map((each) => `${of(each)} ← ${each.words}`);
  expect(lines((each) => found(each))).toEqual(lines(expected));
});

it('the replies are of real breadth: providers, gateways and software, and each class', () => {
  const totals = Object.entries(Object.groupBy(replies, expected)).map(
    ([what, list]) => `${what} ${list?.length ?? 0}`,
  );
  process.stdout.write(`${replies.length} replies: ${totals.toSorted().join(', ')}\n`);
  expect(new Set(replies.map(({ words }) => words)).size).toBeGreaterThan(950);
  expect(groups.every(({ source }) => source.length > 20)).toBe(true);
  expect(new Set(replies.map(({ failure }) => failure)).size).toBe(15);
});

const stages = ['connect', 'mail', 'rcpt', 'data', undefined] as const;
const providers = [...new Set(replies.map(({ provider }) => provider))];

it('a reply about sender, content, policy, reputation, network or greylisting never suppresses, at any stage and from any provider', () => {
  const aboutOthers = direct.filter(({ failure }) => failure !== 'recipient' && failure !== 'inactive');
  expect(aboutOthers.length).toBeGreaterThan(600);
  const wrong = aboutOthers.flatMap((reply) =>
    stages.flatMap((stage) =>
      [null, reply.provider, 'acme.example'].flatMap((provider) =>
        classify(reply, { stage, provider }).suppression === null ? [] : [`${stage}: ${reply.words}`],
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

it('no code that a server sends with them makes words about others a reason to suppress', () => {
  const ofOthers = ['auth', 'policy', 'block', 'rate', 'content', 'platform', 'routing', 'size', 'full'];
  const uncoded = direct.filter((reply) => {
    const { class: failure, enhancedCode } = classify(reply, { stage: 'rcpt', provider: null });
    return (
      enhancedCode === null && failure !== null && ofOthers.includes(failure) && /^\d{3} /.test(reply.words)
    );
  });
  expect(uncoded.length).toBeGreaterThan(100);
  const wrong = uncoded.flatMap((reply) =>
    ['5.0.0', '5.1.1', '5.1.3', '5.5.0', '5.7.1'].flatMap((code) => {
      const coded = { ...reply, words: reply.words.replace(/^(\d{3}) /, `$1 ${code} `) };
      return classify(coded).suppression === null ? [] : [coded.words];
    }),
  );
  expect(wrong).toEqual([]);
});

it('before a recipient is named, and without a code at the end of data, no reply suppresses', () => {
  const wrong = direct.flatMap((reply) =>
    (['connect', 'mail', 'data'] as const).flatMap((stage) => {
      const { suppression, enhancedCode } = classify(reply, { stage, provider: reply.provider });
      return suppression === null || (stage === 'data' && enhancedCode !== null)
        ? []
        : [`${stage}: ${reply.words}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('the result does not depend on the provider where the words are not specific to one', () => {
  const general = direct.filter(({ provider }) => provider === null);
  const moved = general.filter(
    (reply) => found(reply, { stage: 'rcpt', provider: 'acme.example' }) !== expected(reply),
  );
  expect(moved).toEqual([]);
});

it('a reply that is passed on without its origin never suppresses an address that should stay', () => {
  const wrong = direct.filter(
    (reply) =>
      reply.result !== 'suppressed' && found(reply, { stage: 'rcpt', provider: null }).endsWith('suppressed'),
  );
  expect(wrong).toEqual([]);
  expect(providers.length).toBeGreaterThan(20);
});
