import type { LateRule, OrganizationUtm } from '@postrider/contracts/organizations';
import { jsonNull, lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Edit } from '../audit/record-audit-entry';

export type OwnOrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof shown }>;

const shown = {
  id: true,
  slug: true,
  name: true,
  kind: true,
  plan: true,
  postalAddress: true,
  logoUrl: true,
  brandColor: true,
  privacyUrl: true,
  bodyRetentionDays: true,
  alertEmail: true,
  generateText: true,
  utm: true,
  lateAfter: true,
  sendingPausedAt: true,
  sendingPausedReason: true,
  underReviewAt: true,
  createdAt: true,
} as const;

/** Absent fields do not change. */
export interface OrganizationChange {
  readonly name?: string;
  readonly postalAddress?: string | null;
  readonly logoUrl?: string | null;
  readonly brandColor?: string | null;
  readonly privacyUrl?: string | null;
  readonly bodyRetentionDays?: number;
  readonly alertEmail?: string | null;
  readonly generateText?: boolean;
  readonly utm?: OrganizationUtm | null;
  readonly lateAfter?: LateRule[];
  /** Pausing what is paused leaves the time and the reason of the first pause. */
  readonly isPaused?: boolean;
}

export interface OrganizationRepository {
  read(organizationId: string): Promise<OwnOrganizationRow>;
  change(
    organizationId: string,
    change: OrganizationChange,
    edit: Edit<OwnOrganizationRow> & { readonly now: Date },
  ): Promise<OwnOrganizationRow>;
}

export function createOrganizationRepository(prisma: ApiGatewayView): OrganizationRepository {
  return {
    read: (organizationId) =>
      prisma.organization.findUniqueOrThrow({ where: { id: organizationId }, select: shown }),

    change: (organizationId, { isPaused, utm, ...data }, { author, check, now }) =>
      prisma.$transaction(async (tx) => {
        const where = { id: organizationId };
        // Of two changes at once, the second tells what it really found.
        await lockRow(tx, 'organization', where);
        const before = await tx.organization.findUniqueOrThrow({ where, select: shown });
        check(before);
        const row = await tx.organization.update({
          where,
          data: {
            ...data,
            ...(utm !== undefined && { utm: utm ?? jsonNull() }),
            ...pauseOf(before, isPaused, now),
          },
          select: shown,
        });
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'org.update',
          target: { type: 'organization', id: organizationId },
          before: describe(before),
          after: describe(row),
        });
        return row;
      }),
  };
}

function pauseOf(
  { sendingPausedAt }: OwnOrganizationRow,
  isPaused: boolean | undefined,
  now: Date,
): Pick<Prisma.OrganizationUpdateInput, 'sendingPausedAt' | 'sendingPausedReason'> {
  if (isPaused === undefined || isPaused === (sendingPausedAt !== null)) return {};
  return isPaused
    ? { sendingPausedAt: now, sendingPausedReason: 'admin' }
    : { sendingPausedAt: null, sendingPausedReason: null };
}

function describe(row: OwnOrganizationRow): Prisma.InputJsonObject {
  return {
    name: row.name,
    postal_address: row.postalAddress,
    body_retention_days: row.bodyRetentionDays,
    alert_email: row.alertEmail,
    generate_text: row.generateText,
    utm: row.utm,
    late_after: row.lateAfter,
    sending_paused_at: row.sendingPausedAt?.toISOString() ?? null,
    sending_paused_reason: row.sendingPausedReason,
  };
}
