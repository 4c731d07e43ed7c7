import { AppError, isId, type Principal } from '@postrider/contracts';
import { restrictedDomainIds } from '../../auth/principal-scope';
import type { CursorCodec } from '../../paging/cursor';
import type { ImportName, ImportRow, ImportsRepository } from './imports.repository';

export interface ImportRouteOptions {
  readonly imports: ImportsRepository;
  readonly cursors: CursorCodec;
  /** Of one file. */
  readonly importBytesMax: number;
  /** A file has arrived. */
  readonly wakeImports: () => void;
}

/** A restricted key sees the imports for its domains. */
export function visibleImports(principal: Principal): Omit<ImportName, 'id'> {
  return { organizationId: principal.organization.id, domainIds: restrictedDomainIds(principal) };
}

/** @throws AppError `not_found` */
export async function requireImport(
  imports: ImportsRepository,
  principal: Principal,
  id: string,
): Promise<ImportRow> {
  const row = isId(id) ? await imports.find({ ...visibleImports(principal), id }) : null;
  if (row === null) throw new AppError('not_found');
  return row;
}
