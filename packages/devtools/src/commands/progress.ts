import { styleText } from 'node:util';

/** Shows what is being done, how long it took, and what it says meanwhile. */
export interface Progress {
  readonly step: <T>(title: string, work: (report: (line: string) => void) => Promise<T>) => Promise<T>;
}

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  return {
    step: async (title, work) => {
      const begun = performance.now();
      const report = (line: string) => out.write(`    ${line}\n`);
      out.write(`  ${title} …\n`);
      try {
        const result = await work(report);
        out.write(`  ${styleText('green', '✓')} ${title} (${secondsSince(begun)} s)\n`);
        return result;
      } catch (error) {
        out.write(`  ${styleText('red', '✗')} ${title} (${secondsSince(begun)} s)\n`);
        throw error;
      }
    },
  };
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}
