import { z } from 'zod';
import { line } from '../fields/fields';

export const eventReply = z
  .object({
    host: line('Host name of the receiving server.', 'mx1.example.com'),
    code: z
      .number()
      .int()
      .meta({ description: 'SMTP reply code.', examples: [250] }),
    text: line(
      'Text of the reply with its enhanced status code, up to 500 characters.',
      '2.0.0 OK: queued as 4f1a9c',
    ),
  })
  .meta({
    id: 'EventReply',
    description:
      'SMTP reply of the receiving server. Absent if there was none, for example after a timeout or when a provider API was used.',
  });
export type EventReply = z.infer<typeof eventReply>;
