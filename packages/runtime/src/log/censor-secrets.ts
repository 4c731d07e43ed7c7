const secretKeys: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passphrase',
  'secret',
  'token',
  'api_key',
  'apiKey',
  'masterKey',
  'privateKey',
  'private_key',
]);
type Logged = Record<string, unknown>;

const censoredText = '[redacted]';
/** The objects that we log are at most three deep. */
const depthMax = 3;

/**
 * What is logged without the values of keys that name secrets; the same object when it has none. pino's own `redact`
 * looks for each path in each line, wildcards included: 35 µs, more than the rest of the line takes.
 */
export function censorSecrets(logged: Logged, depth = 1): Logged {
  let censored: Logged | undefined;
  for (const [key, value] of Object.entries(logged)) {
    const safe = secretKeys.has(key) ? censoredText : censorWithin(value, depth);
    if (safe === value) continue;
    censored ??= { ...logged };
    censored[key] = safe;
  }
  return censored ?? logged;
}

function censorWithin(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth >= depthMax)
    return value;
  return censorSecrets(value as Logged, depth + 1);
}
