import { newId } from '@postrider/contracts/ids';
import { insertRow, type Queryable } from './insert-row';

export interface BroadcastOverrides {
  organizationId: string;
  topicId: string;
  domainId?: string;
  /** Default `sent`. */
  status?: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled';
  finishedAt?: Date | null;
}

/** A broadcast that was sent, without recipients. @returns its id */
export async function createBroadcast(db: Queryable, overrides: BroadcastOverrides): Promise<string> {
  const id = newId();
  const { organizationId, topicId, domainId = newId(), status = 'sent' } = overrides;
  await insertRow(db, 'broadcasts', {
    ...{ id, organization_id: organizationId, name: 'News', segment_id: newId(), topic_id: topicId },
    ...{ domain_id: domainId, api_key_id: newId(), from_header: 'Shop <hi@shop.test>' },
    ...{ from_address: 'hi@shop.test', subject: 'News', html: '<p>Hello</p>', text: 'Hello', status },
    finished_at: overrides.finishedAt === undefined ? new Date() : overrides.finishedAt,
    updated_at: new Date(),
  });
  return id;
}
