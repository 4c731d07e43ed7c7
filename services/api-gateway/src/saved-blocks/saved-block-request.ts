import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { SavedBlockResource, SavedBlockSummary } from '@postrider/contracts/saved-blocks';
import { requireUnrestricted } from '../auth/principal-scope';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type {
  SavedBlockName,
  SavedBlockRow,
  SavedBlocksRepository,
  SavedBlockSummaryRow,
} from './saved-blocks.repository';

export interface SavedBlockRouteOptions {
  readonly savedBlocks: SavedBlocksRepository;
  readonly cursors: CursorCodec;
}

/** A document of the largest size, with its escapes. */
export const savedBlockBodyBytesMax = 2_000_000;
export const savedBlockBodyValuesMax = 50_000;

/** @throws AppError `forbidden_domain` */
export function requireSavedBlockAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Saved blocks belong to all domains of the organization.');
}

/**
 * The saved block that a path names.
 * @throws AppError `not_found` for what cannot be an id
 */
export function savedBlockOf({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): SavedBlockName {
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id };
}

export function presentSavedBlockSummary(row: SavedBlockSummaryRow): SavedBlockSummary {
  return {
    object: 'saved_block',
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentSavedBlock(row: SavedBlockRow): SavedBlockResource {
  // Only what was checked is stored.
  return { ...presentSavedBlockSummary(row), blocks: row.blocks as unknown as SavedBlockResource['blocks'] };
}
