/** What a block of settings says of the server and the login. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly pass: string;
}

/** What programs call them; the last words of a name count. */
const names = {
  host: ['MAIL_HOST', 'host', 'smtp_address', 'Host'],
  port: ['MAIL_PORT', 'port', 'smtp_port', 'Port'],
  user: ['MAIL_USERNAME', 'user', 'smtp_user_name', 'Username'],
  pass: ['MAIL_PASSWORD', 'password', 'smtp_password', 'Password'],
} as const;

/** Settings with which a program of the guides encrypts the connection before it logs in. */
const starttls: Readonly<Record<string, string>> = {
  MAIL_SCHEME: 'smtp',
  starttls: 'true',
  startTLS_policy: 'MandatoryStartTLS',
  smtp_enable_starttls_auto: 'true',
  SMTPSecure: 'tls',
};

/** @throws when something is missing, or STARTTLS is not switched on */
export function readSettings(text: string): SmtpSettings {
  const [dsn] = /\bsmtp:\/\/\S+/.exec(text) ?? [];
  if (dsn !== undefined) {
    // Of Symfony, which uses STARTTLS wherever it is offered.
    const { hostname, port, username, password } = new URL(dsn);
    return { host: hostname, port: Number(port), user: username, pass: decodeURIComponent(password) };
  }
  const pairs = new Map(
    [...text.matchAll(/(\w+)['"\]]*\s*[=:]\s*(.+?)[,;]?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^(["']*)(.*)\1$/, '$2'),
    ]),
  );
  const valueOf = (wanted: readonly string[]): string | undefined =>
    wanted.map((name) => pairs.get(name)).find((value) => value !== undefined);
  const [host, portOfHost] = valueOf(names.host)?.split(':') ?? [];
  const [user, pass] = [valueOf(names.user), valueOf(names.pass)];
  if (host === undefined || user === undefined || pass === undefined) throw new Error(`no login in ${text}`);
  if (!Object.entries(starttls).some(([name, value]) => pairs.get(name) === value)) {
    throw new Error(`no STARTTLS in ${text}`);
  }
  return { host, port: Number(portOfHost ?? valueOf(names.port)), user, pass };
}

/** `main.cf`, without its comments. */
export function postfixSettings(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) = *(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}
