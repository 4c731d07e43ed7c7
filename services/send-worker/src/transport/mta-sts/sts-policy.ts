/** A policy as its domain published it (RFC 8461 §3.2). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Lower case; `*.example.org` stands for one label. */
  readonly mxPatterns: readonly string[];
  readonly maxAgeSeconds: number;
}

/** RFC 8461 §3.2: at most a year, rounded as there. */
const maxAgeSecondsMax = 31_557_600;
/** The largest providers name a dozen. */
const patternsMax = 100;
const mxPattern = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})*$/;

/** Null when it is none that we can follow. */
export function parseStsPolicy(text: string): StsPolicy | null {
  const fields = new Map<string, string>();
  const mxPatterns: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})[ \t]*:[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (name === 'mx') mxPatterns.push(value.toLowerCase().replace(/\.$/, ''));
    // Of a repeated field the first counts (§3.2).
    else if (!fields.has(name)) fields.set(name, value);
  }
  const mode = fields.get('mode');
  const maxAge = fields.get('max_age') ?? '';
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(maxAge)) return null;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null;
  const areValid = mxPatterns.length <= patternsMax && mxPatterns.every((pattern) => mxPattern.test(pattern));
  if (!areValid || (mode !== 'none' && mxPatterns.length === 0)) return null;
  return { mode, mxPatterns, maxAgeSeconds: Math.min(Number(maxAge), maxAgeSecondsMax) };
}

/** The id in the TXT record of `_mta-sts` (§3.1); null when there is no record, or not exactly one. */
export function readPolicyId(records: readonly string[]): string | null {
  const own = records.filter((text) => /^v=STSv1[ \t]*;/.test(text));
  if (own.length !== 1) return null;
  return /;[ \t]*id[ \t]*=[ \t]*([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/.exec(own[0] ?? '')?.[1] ?? null;
}

/** Whether the policy permits the MX host (§4.1). */
export function permitsHost({ mxPatterns }: Pick<StsPolicy, 'mxPatterns'>, host: string): boolean {
  const parent = host.slice(host.indexOf('.'));
  return mxPatterns.some((pattern) =>
    pattern.startsWith('*.') ? parent.length > 1 && pattern.slice(1) === parent : pattern === host,
  );
}

/** The policy's lines, as a report repeats them (RFC 8460 §4.4). */
export function policyLines({ mode, mxPatterns, maxAgeSeconds }: StsPolicy): readonly string[] {
  return [
    'version: STSv1',
    `mode: ${mode}`,
    ...mxPatterns.map((pattern) => `mx: ${pattern}`),
    `max_age: ${maxAgeSeconds}`,
  ];
}
