import { readEnvFile } from '../settings/env-file';
import { changedSettings } from '../settings/systemd-settings';
import { isWritten, readIfThere, writeSetupFile, type SetupFile } from '../settings/write-file';
import type { Step } from '../step';

/** Writes files, and says which settings change; never their values. */
export function filesStep(title: string, files: readonly SetupFile[]): Step {
  return {
    title,
    changes: async () => {
      const changes: string[] = [];
      for (const file of files) {
        if (await isWritten(file)) continue;
        const old = await readIfThere(file.path);
        const names = file.path.endsWith('.env')
          ? changedSettings(readEnvFile(old), readEnvFile(file.text))
          : [];
        changes.push(`write ${file.path}${names.length === 0 ? '' : `: ${names.join(', ')}`}`);
      }
      return changes;
    },
    apply: async () => {
      for (const file of files) if (!(await isWritten(file))) await writeSetupFile(file);
      return undefined;
    },
  };
}
