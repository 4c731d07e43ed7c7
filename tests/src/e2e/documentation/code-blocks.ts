import { execFileSync } from 'node:child_process';

/** By the name that fences and samples give: what runs a file of it. */
export const languages = {
  sh: { command: 'bash', file: 'code.sh', missing: missing('bash') ?? missing('curl') },
  ts: { command: process.execPath, file: 'code.mts', missing: null },
  python: { command: 'python3', file: 'code.py', missing: missing('python3') },
  php: { command: 'php', file: 'code.php', missing: missing('php') },
  go: { command: 'go', file: 'code.go', missing: missing('go') },
} as const;

export type Language = keyof typeof languages;

export interface CodeBlock {
  readonly language: Language;
  /** `admin`: it needs an ADMIN key; `server`: it goes on until it is stopped; `setting`: it is no program. */
  readonly flags: readonly string[];
  readonly code: string;
}

/** The fenced blocks of a page. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, name = '', flags = '', code = '']) => {
      if (!isLanguage(name)) throw new Error(`nothing runs a block of ${name}`);
      return { language: name, flags: flags.trim().split(' '), code };
    },
  );
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

function missing(program: string): string | null {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return null;
  } catch {
    return `${program} is not on this machine`;
  }
}
