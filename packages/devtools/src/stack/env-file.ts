import { localPath, writePrivateFile } from '@postrider/testkit';
import type { ServiceSettings } from '../processes/service-process';

/** `.local/env`: what the services run with, ready for `set -a; . .local/env` in a shell. */
export function writeEnvFile(settings: ServiceSettings): string {
  const file = localPath('env');
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  writePrivateFile(file, `${lines.join('\n')}\n`);
  return file;
}
