import type { SessionOrganization } from '../api/types';

const keyOf = (organizationId: string) => `postrider-set-up-${organizationId}`;

/** False once all steps of Getting started were seen done in this browser: the page leaves the navigation then. */
export function isBeingSetUp({ organization_id: id }: Pick<SessionOrganization, 'organization_id'>): boolean {
  return localStorage.getItem(keyOf(id)) === null;
}

export function rememberSetUp(organizationId: string): void {
  localStorage.setItem(keyOf(organizationId), 'done');
}
