import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Prisma's schema engine from its npm package (WebAssembly), for development only. The `prisma migrate` command
 * would download a native engine; this one comes with `pnpm install`. Its package entry needs a bundler,
 * so the module is loaded by hand.
 */

export interface SchemaFile {
  readonly path: string;
  readonly content: string;
}

/** The part of the platform's WebAssembly API used here; TypeScript declares it in its browser library only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Record<string, object>): Promise<{ exports: Record<string, unknown> }>;
};

type SchemaEngine = Awaited<ReturnType<typeof bindings.SchemaEngine.new>>;
const noFilters = { externalTables: [], externalEnums: [] };

/**
 * The SQL that leads from one Prisma schema to another; empty when nothing differs. Needs no database:
 * both sides are schema files. An empty `from` means an empty database.
 */
export async function diffSchemas(from: readonly SchemaFile[], to: readonly SchemaFile[]): Promise<string> {
  const engine = await startSchemaEngine(to, noDatabase);
  const { exitCode, stdout } = await engine.diff({
    from: from.length === 0 ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [...from] },
    to: { tag: 'schemaDatamodel', files: [...to] },
    script: true,
    exitCode: true,
    filters: noFilters,
  });
  return exitCode === 2 ? (stdout ?? '') : '';
}

/** Starts the engine on a database reached through a driver adapter. */
export async function startSchemaEngine(
  schema: readonly SchemaFile[],
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  loading ??= loadModule();
  await loading;
  const datamodels = schema.map((file): [string, string] => [file.path, file.content]);
  return bindings.SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

let loading: Promise<void> | undefined;

async function loadModule(): Promise<void> {
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const module = await WebAssembly.compile(await readFile(path.join(folder, 'schema_engine_bg.wasm')));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': bindings });
  const { __wbg_set_wasm: setWasm } = bindings as unknown as { __wbg_set_wasm: (exports: object) => void };
  setWasm(exports);
  const { __wbindgen_start: start } = exports;
  if (typeof start === 'function') (start as () => void)();
}

/** Answers the one question that the engine asks at its start: does the schema exist, and which server is it? */
const noDatabase = {
  provider: 'postgres',
  adapterName: 'none',
  connect: () =>
    Promise.resolve({
      provider: 'postgres' as const,
      adapterName: 'none',
      queryRaw: () =>
        Promise.resolve({
          columnNames: ['exists', 'version', 'numeric_version'],
          columnTypes: [5, 7, 0],
          rows: [[true, 'PostgreSQL 15.0', 150_000]],
        }),
      executeRaw: () => Promise.resolve(0),
      executeScript: () => Promise.resolve(),
      startTransaction: () => Promise.reject(new Error('There is no database')),
      getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
      dispose: () => Promise.resolve(),
    }),
  connectToShadowDb: () => Promise.reject(new Error('There is no database')),
} satisfies SqlMigrationAwareDriverAdapterFactory;
