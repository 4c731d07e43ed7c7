import { readFileSync, statSync } from 'node:fs';
import { defaultThrottleRules, parseThrottleRules, type ThrottleRule } from '@postrider/mail';
import { SettingsError, type Logger, type Metrics } from '@postrider/runtime';

/** The rules that apply now: the built-in ones, and those of the operator's file. */
export interface RuleBook {
  rules(): readonly ThrottleRule[];
  /** Reads the file again; a broken one is logged, and the rules stay as they are. */
  reload(): void;
  close(): void;
}

/** A mounted file may be replaced without any event: it is looked at. */
const lookMs = 5_000;

/**
 * Its file is read at start, when it has changed, and on SIGHUP.
 * @throws SettingsError when it cannot be used at start
 */
export function createRuleBook(options: {
  /** Empty: none. */
  readonly file: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lookMs?: number;
}): RuleBook {
  const { file, log, metrics } = options;
  if (file === '')
    return { rules: () => defaultThrottleRules, reload: () => undefined, close: () => undefined };
  const reloads = metrics.counter(
    'throttle_rules_reloads',
    'Reloads of the throttle rules file, by result.',
    { result: ['read', 'broken'] },
  );
  let broken = false;
  metrics.gauge(
    'throttle_rules_broken',
    '1 if the throttle rules file is invalid and the previous rules stay in effect.',
    () => (broken ? 1 : 0),
  );
  let version = versionOf(file);
  let rules = readAtStart(file);

  const reload = (): void => {
    version = versionOf(file);
    try {
      rules = read(file);
      broken = false;
      reloads.add(1, { result: 'read' });
      log.info({ file, rules: rules.length }, 'loaded the throttle rules');
    } catch (error) {
      broken = true;
      reloads.add(1, { result: 'broken' });
      log.error(
        { err: error, file },
        'the throttle rules file is invalid: the previous rules stay in effect',
      );
    }
  };
  const timer = setInterval(() => {
    if (versionOf(file) !== version) reload();
  }, options.lookMs ?? lookMs);
  timer.unref();
  process.on('SIGHUP', reload);
  return {
    rules: () => rules,
    reload,
    close: () => {
      clearInterval(timer);
      process.off('SIGHUP', reload);
    },
  };
}

/** What changes when the file does; of a missing one nothing. */
function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : 'missing';
}

const octetsMax = 1_000_000;

function read(file: string): readonly ThrottleRule[] {
  const text = readFileSync(file, 'utf8');
  if (text.length > octetsMax) throw new Error(`is larger than ${octetsMax} octets`);
  return parseThrottleRules(text);
}

function readAtStart(file: string): readonly ThrottleRule[] {
  try {
    return read(file);
  } catch (error) {
    throw new SettingsError([
      `THROTTLE_RULES_FILE: ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
