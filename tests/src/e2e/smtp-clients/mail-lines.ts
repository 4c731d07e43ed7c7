/** What every client's copy of a message has of its own. */
export interface MailAddresses {
  readonly from: string;
  readonly to: string;
}

/** The head of an ordinary mail; `changed` replaces lines by name, an empty list leaves the line out. */
export function head(
  { from, to }: MailAddresses,
  changed: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  const ordinary: Record<string, readonly string[]> = {
    From: [`Shop <${from}>`],
    To: [to],
    Subject: ['Your order'],
    Date: ['Fri, 20 Nov 2026 10:00:00 +0000'],
    'Message-ID': [`<${to.replace('@', '.')}@client.test>`],
  };
  return Object.entries({ ...ordinary, ...changed }).flatMap(([name, values]) =>
    values.map((value) => `${name}: ${value}`),
  );
}

/** A message of these lines, one octet for each character. */
export function lines(...all: readonly string[]): Buffer {
  return Buffer.from(`${all.join('\r\n')}\r\n`, 'latin1');
}

/** The rest of a message of several parts; each part is its lines. */
export function multipart(type: string, ...parts: readonly (readonly string[])[]): string[] {
  return [
    'MIME-Version: 1.0',
    `Content-Type: multipart/${type}; boundary="=_part"`,
    '',
    ...parts.flatMap((part) => ['--=_part', ...part]),
    '--=_part--',
  ];
}

/** The octets of a text in UTF-8, for `lines`. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
