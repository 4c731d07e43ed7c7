import { CommandRefused } from '../command-refused';
import type { Session } from '../session';
import { findOrganizationId } from './organizations.repository';

/** @throws CommandRefused when no organization has that id or slug */
export async function organizationIdOf(session: Session, idOrSlug: string): Promise<string> {
  const id = await findOrganizationId(session.pool(), idOrSlug);
  if (id === null) throw new CommandRefused(`There is no organization with the id or slug ${idOrSlug}.`);
  return id;
}
