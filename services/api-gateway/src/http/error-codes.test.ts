import fs from 'node:fs';
import path from 'node:path';
import { errorCatalogue, type ErrorCode } from '@postrider/contracts/errors';
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

it('every error has a cause and a cure, in sentences', () => {
  const sentence = /^[A-Z`].*[.:]$/;
  const unfit = codes.filter((code) => {
    const { cause, cure } = errorCatalogue[code];
    return !sentence.test(cause) || !sentence.test(cure) || cause === cure;
  });
  expect(unfit).toEqual([]);
});

it('docs/errors.md shows the catalogue; ERRORS_TABLE=write renews it', () => {
  const rows = codes.map((code) => {
    const { http, smtp, retryable, cause, cure } = errorCatalogue[code];
    const reply = smtp === null ? '' : `${smtp.code} ${smtp.enhanced} ${smtp.text ?? `\`${code}\``}`;
    const texts = [cause, cure].map((text) => text.replaceAll('|', '\\|'));
    return [`\`${code}\``, String(http), reply, retryable ? 'yes' : '', ...texts];
  });
  const table = aligned([['Code', 'HTTP', 'SMTP', 'May succeed later', 'Cause', 'What helps'], ...rows]);
  if (isWriting) writeTable(page, table);
  expect(committedTable(page)).toBe(table);
});
