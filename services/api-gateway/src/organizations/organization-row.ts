import type { Prisma } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';

/** A client organization as its partner sees it. */
export type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof shown }>;

export const shown = {
  id: true,
  name: true,
  slug: true,
  kind: true,
  plan: true,
  parentOrganizationId: true,
  alertEmail: true,
  sendingPausedAt: true,
  underReviewAt: true,
  createdAt: true,
} as const;

/** Who changes something, and when. */
export interface ClientAuthor extends Author {
  readonly now: Date;
}
