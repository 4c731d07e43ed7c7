/**
 * How Node is to run a file in a thread: services run from `dist`; in tests and development tools a thread reads
 * TypeScript, as its process does.
 */
export function execArgvFor(file: string): string[] {
  return file.endsWith('.ts')
    ? ['--conditions=postrider-source', '--import', 'tsx']
    : ['--enable-source-maps'];
}
