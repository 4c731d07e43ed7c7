import os from 'node:os';
import path from 'node:path';

/** What the environment says. */
export interface Settings {
  /** `POSTRIDER_API_KEY`: used instead of the stored key. */
  readonly apiKey: string | undefined;
  /** `POSTRIDER_BASE_URL`: address of the API that this key belongs to. */
  readonly baseUrl: string | undefined;
  /** `POSTRIDER_PROFILE`, as `--profile`. */
  readonly profile: string | undefined;
  /** `POSTRIDER_WEBHOOK_SECRET`: what `listen` signs with, instead of the stored secret. */
  readonly webhookSecret: string | undefined;
  /** `POSTRIDER_CONFIG_DIR`: where profiles and the places of listeners are. */
  readonly folder: string;
}

export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const parent = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  return {
    apiKey: env['POSTRIDER_API_KEY'] || undefined,
    baseUrl: env['POSTRIDER_BASE_URL'] || undefined,
    profile: env['POSTRIDER_PROFILE'] || undefined,
    webhookSecret: env['POSTRIDER_WEBHOOK_SECRET'] || undefined,
    folder: path.resolve(
      env['POSTRIDER_CONFIG_DIR'] || path.join(parent || path.join(os.homedir(), '.config'), 'postrider-cli'),
    ),
  };
}
