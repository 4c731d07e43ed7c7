import type { Database } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { BumpOrganizationEpoch } from '@postrider/admission';
import { createAuditLogRepository } from './audit/audit-log.repository';
import { auditRoutes } from './audit/audit.routes';
import type { Route } from './http/route';
import { createKeysRepository } from './keys/keys.repository';
import { keyRoutes } from './keys/keys.routes';
import { createOrganizationRepository } from './organization/organization.repository';
import { ownOrganizationRoutes } from './organization/organization.routes';
import type { CursorCodec } from './paging/cursor';
import { createCountSegments } from './segments/count-segments';
import { createSegmentsRepository } from './segments/segments.repository';
import { segmentRoutes } from './segments/segments.routes';
import { createTopicsRepository } from './topics/topics.repository';
import { topicRoutes } from './topics/topics.routes';

/** An organization's keys, settings, audience and audit log. */
export function managementRoutes(given: {
  readonly database: Database;
  readonly cursors: CursorCodec;
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly clock: Clock;
}): Route[] {
  const { database, cursors, bumpOrganizationEpoch, clock } = given;
  const { pool, prisma } = database;
  const topics = createTopicsRepository(prisma);
  return [
    ...keyRoutes({ keys: createKeysRepository(prisma), cursors, bumpOrganizationEpoch, clock }),
    ...ownOrganizationRoutes({
      organization: createOrganizationRepository(prisma),
      bumpOrganizationEpoch,
      clock,
    }),
    ...topicRoutes({ topics, cursors }),
    ...segmentRoutes({
      segments: createSegmentsRepository(prisma),
      topics,
      countSegments: createCountSegments({ pool, topics }),
      cursors,
    }),
    ...auditRoutes({ auditLog: createAuditLogRepository(pool), cursors }),
  ];
}
