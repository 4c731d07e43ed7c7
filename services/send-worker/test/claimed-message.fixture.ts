import { newId } from '@postrider/contracts/ids';
import type { ClaimedMessage } from '../src/claims/claimed-message';

/** A message in its first delivery round, one recipient for each address of `to`. */
export function aClaimedMessage(overrides: Partial<ClaimedMessage> = {}): ClaimedMessage {
  const to = overrides.to ?? ['jane@example.test'];
  return {
    id: newId(),
    organizationId: newId(),
    apiKeyId: newId(),
    domainId: newId(),
    mode: 'live',
    lane: 'transactional',
    kind: null,
    topicId: null,
    fromHeader: 'Shop <shop@sender.test>',
    replyTo: null,
    subject: 'Hello',
    cc: [],
    tags: null,
    template: null,
    createdAt: new Date(),
    dueAt: new Date(),
    messageIdHeader: null,
    expiresAt: null,
    firstAttemptAt: new Date(),
    claimedAtMs: performance.now(),
    round: 1,
    isExpired: false,
    isCapped: false,
    plan: 'scale',
    hideRecipients: false,
    generatesText: true,
    track: { opens: false, clicks: false },
    metadata: null,
    content: { kind: 'inline', body: { html: '<p>Hi</p>', text: 'Hi', headers: {} } },
    pending: to.map((address, index) => ({ ordinal: index, address })),
    ...overrides,
    to,
  };
}
