import assert from 'node:assert';
import { suppressionImportFormats, type SuppressionImportResource } from '@postrider/contracts/suppressions';
import type { ImportRow } from '../../imports/imports.repository';

export function presentSuppressionImport(row: ImportRow): SuppressionImportResource {
  const format = suppressionImportFormats.find((known) => known === row.format);
  assert(format !== undefined, 'an import of suppressions has one of their formats');
  const { id, status, filename, domain, error, startedAt, finishedAt } = row;
  return {
    object: 'suppression_import',
    id,
    status,
    format,
    ...(filename !== null && { filename }),
    ...(domain !== null && { domain }),
    bytes: row.bytes,
    bytes_read: row.bytesRead,
    rows_read: row.rowsRead,
    rows_added: row.rowsAdded,
    rows_unchanged: row.rowsUnchanged,
    rows_refused: row.rowsRefused,
    ...(error !== null && { error }),
    created_at: row.createdAt.toISOString(),
    ...(startedAt !== null && { started_at: startedAt.toISOString() }),
    ...(finishedAt !== null && { finished_at: finishedAt.toISOString() }),
  };
}
