import { readFileSync } from 'node:fs';
import { errorCode } from '../log/describe-error';
import { SettingsError } from './settings-error';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'part of the path is not a directory',
};

/**
 * A file that a setting names, for the start of a service.
 * @throws SettingsError when it cannot be read
 */
export function readSettingFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw new SettingsError([`${setting}: ${path} cannot be read: ${reasons[code] ?? code}`]);
  }
}
