import { defineConfig } from 'prisma/config';

/** Where the Prisma command line finds the schema; the URL is only needed by `prisma migrate deploy`. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
