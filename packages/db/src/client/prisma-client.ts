import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient } from '../generated/client';

/** Over connections of `pool`. */
export function createPrismaClient(pool: Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
}
