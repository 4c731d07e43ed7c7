import { useQuery } from '@tanstack/react-query';
import { unwrap, type Api } from '../../api/client';
import { readAll } from '../../api/reads';
import { useHasRole, useScope } from '../../session/scope';
import { overviewTexts as words } from '../../texts/metrics';

export interface Problem {
  readonly text: string;
  /** The page where it is solved. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** What keeps emails or webhooks from arriving. Only admins may read all of it; nothing for others. */
export function useProblems(): readonly Problem[] | undefined {
  const { api, queryKey } = useScope();
  const isAdmin = useHasRole('admin');
  const { data } = useQuery({
    queryKey: [...queryKey, 'problems'],
    enabled: isAdmin,
    refetchInterval: 30_000,
    queryFn: () => readProblems(api),
  });
  return data;
}

const dayMs = 86_400_000;

/** Mistakes in requests that succeeded, so that no program has noticed them. */
const warnings = [
  ['idempotency_mismatch', words.mismatched],
  ['kind_not_bulk', words.notBulk],
] as const;

async function readWarnings(api: Api): Promise<readonly Problem[]> {
  const since = new Date(Date.now() - dayMs).toISOString();
  const found = await Promise.all(
    warnings.map(([warning]) =>
      unwrap(api.GET('/api-logs', { params: { query: { warning, since, limit: 1 } } })),
    ),
  );
  return warnings.flatMap(([warning, text], index) =>
    found[index]?.data.length ? [{ text, to: '/api-logs', search: { warning } }] : [],
  );
}

async function readProblems(api: Api): Promise<readonly Problem[]> {
  const [organization, domains, webhooks, mistakes] = await Promise.all([
    unwrap(api.GET('/organization')),
    readAll(api, '/domains'),
    readAll(api, '/webhooks'),
    readWarnings(api),
  ]);
  return [
    ...(organization.sending_paused_at === null ? [] : [{ text: words.paused, to: '/settings' }]),
    ...(organization.under_review ? [{ text: words.review, to: '/settings' }] : []),
    ...domains
      .filter(({ status }) => status !== 'verified')
      .map(({ id, name, status }) => ({ text: words.domain(name, status), to: `/domains/${id}` })),
    ...webhooks.flatMap(({ id, url, status, failing_since: failing }) => {
      const to = `/webhooks/${id}`;
      if (status === 'disabled') return [{ text: words.webhookDisabled(url), to }];
      return failing === null ? [] : [{ text: words.webhookFailing(url), to }];
    }),
    ...mistakes,
  ];
}
