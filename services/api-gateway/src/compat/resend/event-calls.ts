import { z } from 'zod';
import { bodyOf, resendCall, type ResendCall } from './resend-call';

export const eventCalls: readonly ResendCall[] = [
  resendCall({
    name: 'events.send',
    method: 'POST',
    path: '/events/send',
    like: 'postEvent',
    body: bodyOf({
      event: z.unknown(),
      contact_id: z.unknown().optional(),
      email: z.unknown().optional(),
      payload: z.unknown().optional(),
    }),
    differs: '`payload` is flat: strings, numbers, booleans and lists of strings',
    handle: async ({ body: { payload, ...event } }, run) => {
      const properties = payload === undefined ? undefined : { properties: payload };
      const reply = await run('postEvent', { body: { ...event, ...properties } });
      return { ...reply, status: 200, body: { object: 'event', event: event.event } };
    },
  }),
];
