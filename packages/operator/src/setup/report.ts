import type { Finding, Report } from './step';

const marks = { ok: '✔', warning: '!', failed: '✘' } as const;

/** On standard error: standard output has the answer alone. */
export function createReport(): Report {
  const write = (text: string): void => void process.stderr.write(`${text}\n`);
  return {
    title: (text) => write(`\n${text}`),
    line: (text) => write(`  ${text.replaceAll('\n', '\n  ')}`),
    finding: ({ check, state, detail, advice }: Finding) => {
      write(`  ${marks[state]} ${check}: ${detail}`);
      if (advice !== undefined && state !== 'ok') write(`    ${advice}`);
    },
  };
}
