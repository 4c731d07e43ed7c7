import {
  contactImportFormats,
  contactImportResource,
  importContactsQuery,
  type ContactImportResource,
} from '@postrider/contracts/contacts';
import { AppError, invalidField } from '@postrider/contracts/errors';
import assert from 'node:assert';
import { authorOf } from '../../audit/record-audit-entry';
import { requireUnrestricted } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import type { ImportRouteOptions } from '../../imports/import-routes';
import type { ImportRow } from '../../imports/imports.repository';
import { receiveImport } from '../../imports/receive-import';
import type { TopicsRepository } from '../../topics/topics.repository';
import { readColumnMapping } from './column-mapping';
import { readAs, readContactLayout, type ContactLayout } from './contact-layout';

const topicsMax = 20;

export function importContactsRoute(
  options: ImportRouteOptions & { readonly topics: Pick<TopicsRepository, 'findMany'> },
): Route {
  const { importBytesMax, topics } = options;
  return defineRoute({
    operationId: 'importContacts',
    method: 'POST',
    path: '/contacts/import',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: importContactsQuery,
    upload: { contentType: 'text/csv', bytesMax: importBytesMax },
    summary: 'Import contacts',
    description:
      'Uploads a CSV that is imported in the background. `GET /contacts/imports/{id}` returns the progress. Exports of other services are recognized: unsubscribed rows become unsubscribed contacts, bounced and complained rows become suppressions, and rows with an unknown status are refused. Unsubscribed contacts stay unsubscribed. A column that may say who has unsubscribed must be recognized or mapped; otherwise the file is refused. `dry_run` reports the result without changing anything.',
    tag: 'Contacts',
    success: { status: 202, schema: contactImportResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_topic', 'rate_limited'],
    handle: async ({ principal, query, requestId, upload }) => {
      requireUnrestricted(principal, 'Contacts belong to the whole organization.');
      const organizationId = principal.organization.id;
      const mapping = readColumnMapping(query.columns);
      const slugs = await requireTopics(topics, organizationId, query.topics);
      const row = await receiveImport(options, {
        wanted: {
          ...{ kind: 'contacts', organizationId, apiKeyId: principal.actor.id },
          options: {
            ...{ filename: query.filename ?? null, topics: slugs, source: query.source ?? null },
            dry_run: query.dry_run ?? false,
          },
        },
        author: authorOf({ principal, requestId }),
        upload: upload(),
        readLayout: (start) => readContactLayout(start, mapping),
      });
      return { status: 202, body: presentContactImport(row) };
    },
  });
}

async function requireTopics(
  topics: Pick<TopicsRepository, 'findMany'>,
  organizationId: string,
  text: string | undefined,
): Promise<string[]> {
  const slugs = [...new Set((text ?? '').split(',').map((slug) => slug.trim()))].filter(
    (slug) => slug !== '',
  );
  if (slugs.length > topicsMax) throw invalidField('topics', `at most ${topicsMax}`);
  const known = new Set((await topics.findMany(organizationId, slugs)).map(({ slug }) => slug));
  const unknown = slugs.find((slug) => !known.has(slug));
  if (unknown !== undefined) throw new AppError('unknown_topic', `There is no topic ${unknown}.`);
  return slugs;
}

/** More are not shown. */
const columnsMax = 200;

export function presentContactImport(row: ImportRow): ContactImportResource {
  const format = contactImportFormats.find((known) => known === row.format);
  assert(format !== undefined, 'an import of contacts has one of their formats');
  const { id, status, filename, error, startedAt, finishedAt } = row;
  return {
    ...(filename !== null && { filename }),
    ...{ object: 'contact_import', id, status, format, bytes: row.bytes, bytes_read: row.bytesRead },
    dry_run: row.isDryRun,
    columns:
      row.layout === null ? [] : readAs(row.layout as ContactLayout, row.statuses).slice(0, columnsMax),
    rows_read: row.rowsRead,
    keeps_contacts: row.keepsContacts,
    rows_added: row.rowsAdded,
    rows_updated: row.rowsUnchanged,
    rows_unsubscribed: row.rowsUnsubscribed,
    kept_unsubscribed: row.keptUnsubscribed,
    rows_suppressed: row.rowsSuppressed,
    rows_refused: row.rowsRefused,
    ...(error !== null && { error }),
    created_at: row.createdAt.toISOString(),
    ...(startedAt !== null && { started_at: startedAt.toISOString() }),
    ...(finishedAt !== null && { finished_at: finishedAt.toISOString() }),
  };
}
