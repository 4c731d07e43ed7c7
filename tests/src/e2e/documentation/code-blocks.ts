import { isExhaustive, missingProgram } from '@postrider/testkit';

/** By the name that fences and samples give: what runs a file of it. */
export const sampleLanguages = {
  sh: { command: 'bash', file: 'code.sh', missing: missingProgram('curl') },
  ts: { command: process.execPath, file: 'code.mts', missing: null },
  python: { command: 'python3', file: 'code.py', missing: missingProgram('python3') },
  php: { command: 'php', file: 'code.php', missing: missingProgram('php') },
  go: { command: 'go', file: 'code.go', missing: missingProgram('go') },
} as const;

export type SampleLanguage = keyof typeof sampleLanguages;

/** Only guides show these. Django is a flag of `python`: Debian's package is for Debian's Python. */
export const languages = {
  ...sampleLanguages,
  django: { command: '/usr/bin/python3', file: 'code.py', missing: missingProgram('django') },
  ruby: { command: 'ruby', file: 'code.rb', missing: missingProgram('rails') },
} as const;

export type Language = keyof typeof languages;

const exhaustiveOnly: readonly Language[] = ['php', 'go', 'django', 'ruby'];

/** Those in which code is run: one, and all in an exhaustive run. */
export function languagesToRun<Shown extends Language>(shown: readonly Shown[]): readonly Shown[] {
  if (isExhaustive) return shown;
  const usual = shown.filter((language) => !exhaustiveOnly.includes(language));
  const typescript = usual.filter((language) => language === 'ts');
  return typescript.length > 0 ? typescript : usual.slice(0, 1);
}

export interface CodeBlock {
  readonly language: Language;
  /**
   * `admin`: it needs an ADMIN key; `server`: it goes on until it is stopped; `setting`: it is no
   * program; `more`: it goes on where the block before it in its language has stopped; `file`: the programs of the page find
   * it as the file that its first line names; `part`: it needs a framework. The application of `frameworks.ts` has it, where
   * there is one for the guide; otherwise only its syntax is checked; `smtp`: settings of another program, with which a mail is sent.
   */
  readonly flags: readonly string[];
  readonly code: string;
}

/** Where a block with the flag `file` belongs. */
export function pathOf({ code }: CodeBlock): string {
  const [, path] = /^(?:<\?php\n)?(?:\/\/|#) ([\w./-]+)\n/.exec(code) ?? [];
  if (path === undefined) throw new Error(`the first line names no file:\n${code}`);
  return path;
}

/** Settings of other programs, in whatever form these have, below the heading that names the program. */
export function smtpSettings(markdown: string): { readonly heading: string; readonly text: string }[] {
  const found = [];
  let heading = '';
  // Comments of code look like headings.
  for (const [, info, text = '', title] of markdown.matchAll(/^```([^\n]*)\n([^]*?)^```$|^#+ (.*)$/gm)) {
    if (title !== undefined) heading = title;
    else if (info?.endsWith(' setting smtp')) found.push({ heading, text });
  }
  return found;
}

/** The programs of a page: its fenced blocks, with those that go on in further ones put together. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const [, fence = '', info = '', code = ''] of markdown.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)) {
    const flags = info.trim().split(' ');
    const language = fence === 'smtp' ? 'sh' : flags.includes('django') ? 'django' : fence;
    // A setting may be JSON, which is no program.
    if (!isLanguage(language) && flags.includes('setting')) continue;
    if (!isLanguage(language)) throw new Error(`nothing runs a block of ${language}`);
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
