import { z } from 'zod';
import { line } from './fields';

export const eventReply = z
  .object({
    host: line('Host name of the server that answered.', 'mx1.example.com'),
    code: z
      .number()
      .int()
      .meta({ description: 'SMTP reply code.', examples: [250] }),
    text: line(
      'Text of the reply with its enhanced status code, at most 500 characters.',
      '2.0.0 OK: queued as 4f1a9c',
    ),
  })
  .meta({
    id: 'EventReply',
    description:
      'The SMTP reply behind an event. Absent where no mail server answered us, for example after a timeout or with a provider API.',
  });
export type EventReply = z.infer<typeof eventReply>;
