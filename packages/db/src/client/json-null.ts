import { createRequire } from 'node:module';
import type * as generatedClient from '../generated/client';

/** Sets a JSON column to NULL. The generated client is large, and programs that only run statements do without it: it is loaded here. */
export function jsonNull(): typeof generatedClient.Prisma.DbNull {
  return (createRequire(__filename)('../generated/client') as typeof generatedClient).Prisma.DbNull;
}
