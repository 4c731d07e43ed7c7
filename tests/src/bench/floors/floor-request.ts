import { z } from 'zod';

/** The check of the floors: as many fields as a small program would look at. */
export const floorSendRequest = z.object({
  from: z.string().min(3).max(320),
  to: z.string().min(3).max(320),
  subject: z.string().min(1).max(998),
  text: z.string().max(2_000_000),
});
