import { unwrap, type Api } from '../../api/client';
import { csvUpload, filenameOf } from '../../api/csv-upload';

/** Uploads a file with addresses. The API reads it in the background. */
export function importSuppressions(
  api: Api,
  { content, domain }: { readonly content: Blob; readonly domain?: string },
) {
  const filename = content instanceof File ? filenameOf(content) : undefined;
  const params = { query: { domain, filename } };
  return unwrap(api.POST('/suppressions/import', { params, ...csvUpload(content) }));
}
