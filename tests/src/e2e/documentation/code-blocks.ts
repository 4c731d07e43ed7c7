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
  /**
   * `admin`: it needs an ADMIN key; `server`: it goes on until it is stopped; `setting`: it is no program; `more`: it goes
   * on where the block before it in its language has stopped.
   */
  readonly flags: readonly string[];
  readonly code: string;
}

/** The programs of a page: its fenced blocks, with those that go on in further ones put together. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const [, fence = '', info = '', code = ''] of markdown.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)) {
    const language = fence === 'smtp' ? 'sh' : fence;
    if (!isLanguage(language)) throw new Error(`nothing runs a block of ${language}`);
    const flags = info.trim().split(' ');
    const before = blocks.findLastIndex((block) => block.language === language);
    const begun = flags.includes('more') ? blocks[before] : undefined;
    if (begun) blocks[before] = { ...begun, code: `${begun.code}\n${code}` };
    else blocks.push({ language, flags, code });
  }
  return blocks;
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
