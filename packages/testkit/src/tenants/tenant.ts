import type { ApiKeyFixture } from '../factories/create-api-key';
import type { DomainFixture } from '../factories/create-domain';
import type { MemberFixture } from '../factories/create-member';

/** An organization with a row in every table that holds anything of one. */
export interface Tenant {
  readonly organizationId: string;
  /** Its slug; stands also in every text of its rows that an answer could show. */
  readonly mark: string;
  /** Live, ADMIN, not restricted. */
  readonly key: ApiKeyFixture;
  readonly domain: DomainFixture;
  /** An owner, signed in. */
  readonly member: MemberFixture;
  readonly emailId: string;
  /** In its inbox, with a file. */
  readonly testEmailId: string;
  readonly apiLogId: string;
  readonly shareLinkId: string;
  readonly inboundId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly replayId: string;
  readonly templateId: string;
  readonly imageId: string;
  readonly savedBlockId: string;
  readonly topicSlug: string;
  readonly segmentId: string;
  readonly signupFormId: string;
  readonly broadcastId: string;
  readonly contactId: string;
  readonly suppressionId: string;
  readonly importId: string;
  readonly contactImportId: string;
  readonly automationId: string;
  readonly automationRunId: string;
}
