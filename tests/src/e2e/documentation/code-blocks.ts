import { isExhaustive, missingProgram } from '@postrider/testkit';

/** By the name that fences and samples give: what runs a file of it. */
export const languages = {
  sh: { command: 'bash', file: 'code.sh', missing: missingProgram('curl') },
  ts: { command: process.execPath, file: 'code.mts', missing: null },
  python: { command: 'python3', file: 'code.py', missing: missingProgram('python3') },
  php: { command: 'php', file: 'code.php', missing: missingProgram('php') },
  go: { command: 'go', file: 'code.go', missing: missingProgram('go') },
} as const;

export type Language = keyof typeof languages;

/** Those in which code is run: one, and all in an exhaustive run. */
export function languagesToRun(shown: readonly Language[]): readonly Language[] {
  if (isExhaustive) return shown;
  return shown.includes('ts') ? ['ts'] : shown.slice(0, 1);
}

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
    // A setting may be JSON, which is no program.
    if (!isLanguage(language) && info.split(' ').includes('setting')) continue;
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
