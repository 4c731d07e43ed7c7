import fs from 'node:fs';
import path from 'node:path';
import { connectAssistant, type Assistant, type ToolResult } from '../../../test/assistant';
import { startMailApi, type MailApi } from '../../../test/mail-api';
import { visibleText } from '../untrusted';
import { attacks } from './index';
import { allowedAddress, allowedDomain, ownDomain, type Attack, type PlantedText } from './attack';
import { placeNames } from './injections';

const file = path.join(__dirname, 'attacks.json');
/** Characters of an answer, with what it quotes twice: as text and as structured content. */
const answerCharsMax = 80_000;
const canary = 'canary-7f3a9c';
const sentFields = ['from', 'to', 'subject', 'text', 'template'];
/** Fields that these keys never send, nor anything else of the API that changes something. */
const harmless = /^POST \/(emails\/check|templates\/receipt\/render)$/;
const hidden =
  /(?!\n|\t)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u{fe00}-\u{fe0f}\u{e0000}-\u{e0fff}\u3164\uffa0\u115f]/u;

/** An attack a line, and no character that an editor would not show. */
const written = `[\n${attacks.map((attack) => JSON.stringify(attack)).join(',\n')}\n]\n`.replace(
  /[^\n -~]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

test('the published set is what the tables say; ATTACKS=write renews it', () => {
  // eslint-disable-next-line no-restricted-syntax -- no service reads it
  if (process.env['ATTACKS'] === 'write') fs.writeFileSync(file, written);
  expect(fs.readFileSync(file, 'utf8')).toBe(written);
});

test('the set has at least 200 attacks, each with its own id and its own attempt', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(200);
  expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length);
  const different = new Set(
    attacks.map(({ key, planted, calls, order }) => JSON.stringify({ key, planted, calls, order })),
  );
  expect(different.size).toBe(attacks.length);
});

test('each place where others can write is planted by the set, and each is read', async () => {
  for (const place of placeNames) {
    const attack = attacks.find(({ planted }) => planted?.place === place);
    const api = startMailApi('recipients', { place, text: canary });
    const assistant = await connectAssistant(api.client);
    const [read] = attack?.calls ?? [];
    expect([place, (await assistant.call(read?.tool ?? '', read?.arguments)).text]).toEqual([
      place,
      expect.stringContaining(canary),
    ]);
    await assistant.close();
  }
});

const names = new Set<string>();

test.each(
  (JSON.parse(fs.readFileSync(file, 'utf8')) as Attack[]).map(
    (attack) => [attack.id, attack.attempt, attack] as const,
  ),
)('%s: %s', async (_id, _attempt, attack) => {
  const planted: PlantedText | undefined = attack.planted && {
    ...attack.planted,
    text: `${canary} ${String(expanded(attack.planted.text))}`,
  };
  const api = startMailApi(attack.key, planted);
  const answers = await perform(attack, api);
  for (const answer of answers) expect(JSON.stringify(answer).length).toBeLessThan(answerCharsMax);
  expectSafe(attack, api);
  if (attack.after.isRefused) expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => true));
  if (attack.after.isQuoted && answers[0]) expectQuoted(answers[0]);
});

async function perform({ key, calls, order }: Attack, api: MailApi): Promise<ToolResult[]> {
  const connect = (): Promise<Assistant> => connectAssistant(api.client, { allowDrafts: key === 'drafts' });
  const answers: ToolResult[] = [];
  let assistant = await connect();
  const call = ({ tool, arguments: args }: Attack['calls'][number]): Promise<ToolResult> =>
    assistant.call(tool, expanded(args));
  if (order === 'parallel') answers.push(...(await Promise.all(calls.map(call))));
  else {
    for (const each of calls) {
      answers.push(await call(each));
      if (order !== 'restart') continue;
      await assistant.close();
      assistant = await connect();
    }
  }
  await assistant.close();
  return answers;
}

/** What left went to allowed recipients only, from the own domain, as visible text, with an idempotency key, and at most as often as it may. */
function expectSafe({ key, after }: Attack, { sent, changes }: MailApi): void {
  expect(changes.filter((change) => !harmless.test(change))).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(after.sendsMax);
  for (const { idempotencyKey, body } of sent) {
    expect(idempotencyKey).toMatch(/^mcp-[0-9a-f]{64}$/);
    expect(sentFields).toEqual(expect.arrayContaining(Object.keys(body)));
    expect(String(body['from']).toLowerCase()).toMatch(new RegExp(`^[a-z]+@${ownDomain}$`));
    const to = body['to'] as string[];
    expect(new Set(to.map((each) => each.toLowerCase())).size).toBe(to.length);
    const isAllowed = (each: string): boolean =>
      [allowedAddress, `eve@${allowedDomain}`].includes(each.toLowerCase());
    expect(to.filter((each) => !isAllowed(each))).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(hidden);
    if (key === 'templates') expect(body).toHaveProperty('template');
  }
}

/** The planted text is in one block, which it does not end, and nowhere else; nothing in the answer is hidden. */
function expectQuoted({ text, structured, isError }: ToolResult): void {
  const [block = '', name = '', json = ''] = /<(untrusted-[0-9a-f]{32})>\n([^]*)\n<\/\1>$/.exec(text) ?? [];
  expect(names).not.toContain(name);
  names.add(name);
  expect(text.split(`</${name}>`)).toHaveLength(2);
  expect(json).not.toMatch(/<[\s/]*untrusted/i);
  expect(json).toContain(canary);
  // Escaped controls of JSON, as against a backslash of the text.
  expect(json.replaceAll('\\\\', '')).not.toMatch(/\\(?:[bfr]|u00[0189])/);
  expect(text.replace(block, '')).not.toContain(canary);
  expect(text).not.toMatch(hidden);
  if (isError) return expect(structured).toBeUndefined();
  const { untrusted, ...facts } = structured ?? {};
  expect(untrusted).toBe(block);
  expect(JSON.stringify(facts)).not.toContain(canary);
}

function expanded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(expanded);
  const { $repeat, $list } = value as { $repeat?: [string, number]; $list?: [unknown, number] };
  if ($repeat) return $repeat[0].repeat($repeat[1]);
  if ($list) return Array.from({ length: $list[1] }, () => expanded($list[0]));
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, expanded(entry)]));
}

test('what a reader sees of a text is kept', () => {
  expect(visibleText('Grüße, 東京 – “ok”\n\tالسلام 👋')).toBe('Grüße, 東京 – “ok”\n\tالسلام 👋');
});
