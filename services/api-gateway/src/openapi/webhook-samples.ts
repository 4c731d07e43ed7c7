import assert from 'node:assert/strict';
import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookBody } from '@postrider/contracts/webhooks';
import { createDocument } from 'zod-openapi';
import { addAnswerExamples } from './answer-examples';
import { webhookOperations } from './webhook-operations';

/** The sample body of each event type, as the document has it. */
export function webhookSamples(): (type: WebhookEventType) => WebhookBody {
  const document = addAnswerExamples(
    createDocument({
      openapi: '3.1.1',
      info: { title: 'Webhooks', version: '1' },
      webhooks: webhookOperations(),
    }),
    [],
  );
  return (type) => {
    const body = document.webhooks?.[type]?.post?.requestBody;
    assert(body !== undefined && 'content' in body, `${type} has a sample`);
    const { example } = body.content['application/json'] as { readonly example?: unknown };
    return structuredClone(example) as WebhookBody;
  };
}
