import { z } from 'zod';
import { count, flag, line, objectName, time, timeOrNull } from '../fields/fields';

const partitionedTable = z
  .object({
    table: line('Name of the table.', 'messages'),
    partitions: count('Number of weekly partitions.', 12),
    starts_at: time('Start of the oldest partition: what is older was deleted, or never stored.'),
    ends_at: time('End of the newest partition.'),
    bytes: count('Size on disk with indexes, in bytes.', 1_073_741_824),
    rows: count('Number of rows, as PostgreSQL estimates it.', 1_000_000),
    interrupted: count('Partitions whose removal was interrupted, and is finished by the next one.', 0),
  })
  .meta({ id: 'PartitionedTable', description: 'A table that is partitioned by week.' });

const provenSecret = z
  .object({
    setting: line('Name of the setting.', 'MASTER_KEY'),
    proven_at: timeOrNull('Since when services start with this secret. Null: none has started with it.'),
  })
  .meta({ id: 'ProvenSecret', description: 'A secret of the settings that services prove when they start.' });

const sealedSecrets = z
  .object({
    table: line('Name of the table.', 'dkim_keys'),
    column: line('Name of the column.', 'private_key'),
    current: count('Values under the present MASTER_KEY.', 120),
    previous: count('Values under another key: `postrider secrets reseal` reseals them.', 0),
    keys: z.array(z.string()).meta({
      description: 'Ids of the keys that the values are under. They say nothing about the keys.',
      examples: [['a1b2c3d4']],
    }),
    cut: flag('Whether only the first 50,000 rows were counted.'),
  })
  .meta({
    id: 'SealedSecrets',
    description: 'Stored secrets of a column, by the key that they are sealed with.',
  });

export const operatorStorage = z
  .object({
    object: objectName('operator_storage'),
    tables: z.array(partitionedTable).meta({ description: 'Partitioned tables, the largest first.' }),
    secrets: z.array(provenSecret).meta({ description: 'Secrets of the settings.' }),
    sealed: z.array(sealedSecrets).meta({ description: 'Stored secrets by column.' }),
  })
  .meta({ id: 'OperatorStorage', description: 'Partitions with their sizes, and the state of secrets.' });
export type OperatorStorage = z.infer<typeof operatorStorage>;
