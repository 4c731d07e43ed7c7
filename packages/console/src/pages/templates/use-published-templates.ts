import { useAll } from '../../session/use-read';

/** None while they are loaded. */
export function usePublishedTemplates() {
  return useAll('/templates', { query: { status: 'published' } }).data ?? [];
}
