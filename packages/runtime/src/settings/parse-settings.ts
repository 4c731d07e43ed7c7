import type { z } from 'zod';
import { readSettingFile } from './setting-file';
import { SettingsError } from './settings-error';

/** sysexits.h EX_CONFIG: supervisors and people tell "wrong settings" from a crash by it. */
export const configExitCode = 78;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the settings of a service from environment variables.
 * An empty variable counts as unset, so that `NAME=` in an env file means "use the default". `NAME_FILE` names a file that holds
 * the value, without its last line break: so secrets come from Docker, systemd and vaults without standing in an environment.
 * @throws SettingsError with every problem at once; a problem names the variable, never its value.
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of settingNames(schema)) {
    const value = valueOf(name, env, problems)?.trim();
    if (value) given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success && problems.length === 0) return result.data;
  const faults = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.length > 0 ? String(issue.path[0]) : 'settings';
    return issue.path.length > 0 && !(name in given) && issue.code === 'invalid_type'
      ? `${name} is required but not set`
      : `${name}: ${issue.message}`;
  });
  // A setting whose file is at fault gets no other error.
  const reported = faults.filter((fault) => !problems.some((problem) => problem.startsWith(nameIn(fault))));
  throw new SettingsError([...problems, ...reported]);
}

function nameIn(fault: string): string {
  return /^[A-Z0-9_]+/.exec(fault)?.[0] ?? fault;
}

function valueOf(name: string, env: Environment, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  if (!file) return env[name];
  if (env[name]?.trim()) {
    problems.push(`${name} and ${name}_FILE: only one of them can be set`);
    return undefined;
  }
  try {
    return readSettingFile(`${name}_FILE`, file);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** As `readSettings`, for `main.ts`: prints all problems to stderr and ends the process with code 78. */
export function parseSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): z.output<Schema> {
  try {
    return readSettings(schema, env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(configExitCode);
  }
}

/** The environment variables that a schema reads. */
export function settingNames(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape);
}
