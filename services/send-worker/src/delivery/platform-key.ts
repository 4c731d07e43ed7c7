import { loadDkimKey, type DkimKey } from '@postrider/mail';
import { readSettingFile, SettingsError } from '@postrider/runtime';

export interface PlatformKeySettings {
  readonly PLATFORM_DKIM_DOMAIN: string;
  readonly PLATFORM_DKIM_SELECTOR: string;
  readonly PLATFORM_DKIM_KEY_FILE: string;
}

/**
 * The key of the platform's own domain, which signs every message beside the customer's: reputation that new domains
 * start from, and where complaint loops are registered. Null without the settings.
 * @throws SettingsError when the file cannot be read or holds no RSA or Ed25519 key
 */
export function readPlatformKey(settings: PlatformKeySettings): DkimKey | null {
  if (settings.PLATFORM_DKIM_DOMAIN === '') return null;
  const file = settings.PLATFORM_DKIM_KEY_FILE;
  const privateKeyPem = readSettingFile('PLATFORM_DKIM_KEY_FILE', file);
  try {
    return loadDkimKey({
      domain: settings.PLATFORM_DKIM_DOMAIN,
      selector: settings.PLATFORM_DKIM_SELECTOR,
      privateKeyPem,
    });
  } catch {
    throw new SettingsError([`PLATFORM_DKIM_KEY_FILE: ${file} holds no RSA or Ed25519 key in PEM`]);
  }
}
