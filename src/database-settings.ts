// Settings for a team's memory in a database, instead of a file on one machine.
import * as z from 'zod';
import { number } from './setting-values.ts';

/** Whether it is the address of a database rather than the path of a file. */
export const isAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

export const databaseSettings = {
  database: z
    .string()
    .refine((address) => isAddress(address) && URL.canParse(address), {
      message: 'is not an address such as postgres://user@host/database',
    })
    .optional()
    .meta({
      flag: '--database <address>',
      env: 'REMANENCE_DATABASE',
      description:
        'Keep everything in PostgreSQL 15 or newer with pgvector 0.8 or newer, such as postgres://user@host/database, instead of in a file of the data folder; sslmode in the address sets TLS.',
    }),
  tenant: z.string().min(1).max(256).default('default').meta({
    flag: '--tenant <name>',
    env: 'REMANENCE_TENANT',
    description: 'Tenant of that database to serve; created if it does not exist (default: default).',
  }),
  machine: z.string().min(1).max(256).optional().meta({
    flag: '--machine <name>',
    env: 'REMANENCE_MACHINE',
    description:
      'Name of this machine in that database; servers index only the projects of their own machine (default: a random id in the data folder).',
  }),
  pool: number.int().min(2).max(1000).default(10).meta({
    flag: '--pool <number>',
    env: 'REMANENCE_POOL',
    description: 'Maximum connections to that database (default: 10).',
  }),
  databaseTimeout: number.min(1).max(3600).default(15).meta({
    flag: '--database-timeout <seconds>',
    env: 'REMANENCE_DATABASE_TIMEOUT',
    description: 'Seconds to wait for a connection to that database, and for its answers (default: 15).',
  }),
  migrate: z.enum(['on', 'off']).default('on').meta({
    flag: '--migrate <on-or-off>',
    env: 'REMANENCE_MIGRATE',
    description:
      'Create or upgrade the schema of that database at the start; off is for a role without the permission (default: on).',
  }),
};
