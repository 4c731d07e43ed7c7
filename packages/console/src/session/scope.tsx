import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { createApi, type Api, type Mode } from '../api/client';
import type { Role, Session, SessionOrganization } from '../api/types';

/** What the pages of an organization work with. */
export interface CurrentScope {
  readonly session: Session;
  readonly organization: SessionOrganization;
  readonly mode: Mode;
  /** Always live: administration has no test mode. */
  readonly api: Api;
  /** In the mode of the view: for emails. */
  readonly modeApi: Api;
  readonly apiIn: Readonly<Record<Mode, Api>>;
  /** Begins the key of each query, so that answers of one organization or mode are never shown in another. */
  readonly queryKey: readonly string[];
}

/** Null outside of an organization. */
export const ScopeContext = createContext<CurrentScope | null>(null);

export function ScopeProvider({
  session,
  organization,
  mode,
  children,
}: Pick<CurrentScope, 'session' | 'organization' | 'mode'> & { readonly children: ReactNode }) {
  const organizationId = organization.organization_id;
  const apiIn = useMemo(
    () => ({
      live: createApi({ organizationId, mode: 'live' }),
      test: createApi({ organizationId, mode: 'test' }),
    }),
    [organizationId],
  );
  const scope = useMemo(
    () => ({
      ...{ session, organization, mode, apiIn },
      ...{ api: apiIn.live, modeApi: apiIn[mode], queryKey: [organizationId, mode] },
    }),
    [session, organization, mode, organizationId, apiIn],
  );
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

export function useScope(): CurrentScope {
  const scope = useContext(ScopeContext);
  if (scope === null) throw new Error('useScope is called outside ScopeProvider');
  return scope;
}

const personalKey = ['personal'];

/** Begins the key of each query: of the organization and mode that are open, or of a page without an organization. */
export function useQueryKey(): readonly string[] {
  return useContext(ScopeContext)?.queryKey ?? personalKey;
}

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether the member has at least this role. The API decides; the console only hides what it would refuse. */
export function hasRole(organization: SessionOrganization, role: Role): boolean {
  return ranks[organization.role] >= ranks[role];
}

export function useHasRole(role: Role): boolean {
  return hasRole(useScope().organization, role);
}

const rememberedOrganization = 'postrider-organization';

/** The organization of the address, else the one that was open last, else the first. */
export function chooseOrganization(
  { organizations }: Session,
  slug: string | undefined,
): SessionOrganization | undefined {
  const wanted = slug ?? localStorage.getItem(rememberedOrganization);
  const chosen = organizations.find((each) => each.slug === wanted) ?? organizations[0];
  if (chosen !== undefined) localStorage.setItem(rememberedOrganization, chosen.slug);
  return chosen;
}
