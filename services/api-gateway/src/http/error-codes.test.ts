import fs from 'node:fs';
import path from 'node:path';
import { errorCatalogue, type ErrorCode } from '@postrider/contracts';
import { projectRoot } from '@postrider/testkit';
import { aligned, committedTable, writeTable } from '../../test/docs-table';

/** Writes the table of `docs/errors.md` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['ERRORS_TABLE'] === 'write';
const page = 'docs/errors.md';
const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** What runs in a service, without the catalogue itself and without what endpoints say of their errors. */
function sources(): string {
  return ['packages', 'services']
    .flatMap((folder) => {
      const root = path.join(projectRoot(), folder);
      return fs.readdirSync(root).flatMap((name) => filesBelow(path.join(root, name, 'src')));
    })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !/[.]test[.]ts$|error-catalogue|[/]generated[/]|[/](testkit|devtools)[/]/.test(file),
    )
    .map((file) => fs.readFileSync(file, 'utf8').replace(/errors: \[[^\]]*\]/g, ''))
    .join('\n');
}

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

it('every code is answered somewhere', () => {
  const text = sources();
  expect(codes.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

/** Ways of saying what to do next; a meaning that needs none is named here. */
const plainEnough: readonly ErrorCode[] = [
  ...([
    'invalid_json',
    'not_found',
    'already_revoked',
    'payload_too_large',
    'invalid_from',
    'invalid_subject',
  ] as const),
  ...(['not_cancelable', 'internal_error'] as const),
];
const nextStep =
  /message (names|says)|GET |POST |PATCH |DELETE |[Ss]end |[Uu]se |choose |delete one|[Rr]epeat|try again|Begin again|leave it out|rotate that|lists those|Retry-After/;

it('every answer names the next step, unless the fault itself says it', () => {
  const mute = codes.filter((code) => !nextStep.test(errorCatalogue[code].meaning));
  expect(mute.filter((code) => !plainEnough.includes(code))).toEqual([]);
});

it('no answer sends anybody to the console, which does not exist', () => {
  const meanings = codes.map((code) => errorCatalogue[code].meaning).join('\n');
  expect(meanings).not.toMatch(/console|dashboard/i);
});

it('docs/errors.md shows the catalogue; ERRORS_TABLE=write renews it', () => {
  const rows = codes.map((code) => {
    const { http, smtp, retryable, meaning } = errorCatalogue[code];
    const reply = smtp === null ? '' : `${smtp.code} ${smtp.enhanced} ${smtp.text ?? `\`${code}\``}`;
    return [`\`${code}\``, String(http), reply, retryable ? 'yes' : '', meaning.replaceAll('|', '\\|')];
  });
  const table = aligned([['Code', 'HTTP', 'SMTP', 'May succeed later', 'Meaning'], ...rows]);
  if (isWriting) writeTable(page, table);
  expect(committedTable(page)).toBe(table);
});
