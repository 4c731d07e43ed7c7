import { SettingsError } from '../settings/settings-error';

/** A listener, and the settings that say where it is. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly settings: { readonly host: string; readonly port: string };
}

/** What a listener that could not be opened says to the operator; anything unforeseen is left as it is. */
export function listenFailure(error: NodeJS.ErrnoException, { host, port, settings }: ListenAddress): Error {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return new SettingsError([`${settings.port}: port ${port} is in use by another process`]);
    case 'EACCES':
      return new SettingsError([`${settings.port}: port ${port} is closed to this user`]);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingsError([`${settings.host}: ${host} is no address of this machine`]);
    default:
      return error;
  }
}
