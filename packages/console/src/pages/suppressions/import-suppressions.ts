import { unwrap, type Api } from '../../api/client';
import { csvUpload } from '../../api/csv-upload';

/** Uploads a file with addresses. The API reads it in the background. */
export function importSuppressions(
  api: Api,
  { content, domain }: { readonly content: Blob; readonly domain?: string },
) {
  return unwrap(api.POST('/suppressions/import', { params: { query: { domain } }, ...csvUpload(content) }));
}
