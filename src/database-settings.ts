// Where a team's memory lies, in the place of the file of one machine.
import { z } from 'zod';

const number = z.coerce.number();

/** Of a database, and not the path of a file. */
export const isAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

export const databaseSettings = {
  database: z
    .string()
    .refine((address) => isAddress(address) && URL.canParse(address), {
      message: 'is no address such as postgres://user@host/database',
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
    description: 'Whose memory to serve in that database; it is made when it is not there (default: default).',
  }),
  pool: number.int().min(2).max(1000).default(10).meta({
    flag: '--pool <number>',
    env: 'REMANENCE_POOL',
    description: 'Connections to that database at most (default: 10).',
  }),
  databaseTimeout: number.min(1).max(3600).default(15).meta({
    flag: '--database-timeout <seconds>',
    env: 'REMANENCE_DATABASE_TIMEOUT',
    description: 'How long to wait for a connection to that database, and for an answer of it (default: 15).',
  }),
  migrate: z.enum(['on', 'off']).default('on').meta({
    flag: '--migrate <on-or-off>',
    env: 'REMANENCE_MIGRATE',
    description:
      'Make the schema in that database or bring it up to date at the start; off is for a role that may not (default: on).',
  }),
};
