import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultThrottleRules } from '@postrider/mail';
import { createLogger, createMetrics, SettingsError } from '@postrider/runtime';
import { eventually } from '@postrider/testkit';
import { createRuleBook, type RuleBook } from './rule-book';

const log = createLogger({ name: 'rules test', level: 'silent' });
let folder: string;
let file: string;
let book: RuleBook | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
  file = path.join(folder, 'rules.json');
});
afterEach(() => {
  book?.close();
  rmSync(folder, { recursive: true });
});

const write = (...names: string[]) =>
  writeFileSync(
    file,
    JSON.stringify({
      rules: names.map((name) => ({ name, match: { code: 421 }, action: { suspend: '1h' } })),
    }),
  );
const open = () => createRuleBook({ file, log, metrics: createMetrics(), lookMs: 10 });
const names = () => book?.rules().map(({ name }) => name) ?? [];

it('the rule book has the built-in rules without a file', () => {
  expect(createRuleBook({ file: '', log, metrics: createMetrics() }).rules()).toBe(defaultThrottleRules);
});

it('reads the file again when it changes', async () => {
  write('one');
  book = open();
  expect(names()[0]).toBe('one');
  write('two', 'three');
  await eventually(() => names()[0] === 'two');
});

it('the file of throttle rules is read again on SIGHUP', () => {
  write('one');
  book = createRuleBook({ file, log, metrics: createMetrics(), lookMs: 1_000_000 });
  write('two');
  process.emit('SIGHUP');
  expect(names()[0]).toBe('two');
});

it('keeps its rules while the file is broken or gone', async () => {
  write('one');
  book = open();
  writeFileSync(file, '{"rules": [{}]}');
  book.reload();
  expect(names()[0]).toBe('one');
  rmSync(file);
  book.reload();
  expect(names()[0]).toBe('one');
  write('two');
  await eventually(() => names()[0] === 'two');
});

it('does not start with a file that cannot be used', () => {
  writeFileSync(file, JSON.stringify({ rules: [{ name: 'x', match: {}, action: 'none' }] }));
  expect(open).toThrow(SettingsError);
  expect(open).toThrow(/THROTTLE_RULES_FILE.*rule 1 \(x\)/);
});
