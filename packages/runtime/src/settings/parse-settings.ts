import type { z } from 'zod';

/** sysexits.h EX_CONFIG: supervisors and people tell "wrong settings" from a crash by it. */
export const configExitCode = 78;

type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator has to put right before a start makes sense: a line each, which names the setting, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses the settings of a service from environment variables.
 * An empty variable counts as unset, so that `NAME=` in an env file means "use the default".
 * @throws SettingsError with every problem at once; a problem names the variable, never its value.
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given: Record<string, string> = {};
  for (const name of settingNames(schema)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map((issue) => {
      const name = issue.path.length > 0 ? String(issue.path[0]) : 'settings';
      return issue.path.length > 0 && !(name in given) && issue.code === 'invalid_type'
        ? `${name} is required but not set`
        : `${name}: ${issue.message}`;
    }),
  );
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
