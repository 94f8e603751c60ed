import { z } from 'zod'
import { isAddress, tlsProblems } from '~/server/platform/database/address'
import { encodeAccount } from './encoded-address'

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback)

/** One host or several; of those the one that accepts writes is used, whatever the address says of it. */
const address = z
  .string()
  .transform(encodeAccount)
  .refine(isAddress)
  .refine(text => !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(text))

/**
 * Settings for PostgreSQL: addresses, timeouts and the queue limit, in the shape of `server/platform/config/config.ts`.
 */
export const databaseSettings = {
  DATABASE_URL: {
    schema: address.optional(),
    takes:
      'a PostgreSQL address: postgres://user:password@host:5432/name, or with several hosts: one:5432,two:5432/name?target_session_attrs=read-write',
  },
  DATABASE_DIRECT_URL: {
    schema: address.optional(),
    takes: 'the PostgreSQL address behind the pooler that DATABASE_URL names',
  },
  DATABASE_READ_URL: {
    schema: address.refine(text => !text.includes(',')).optional(),
    takes: 'the PostgreSQL address of a standby of DATABASE_URL, one host, that answers lists',
  },
  DATABASE_STATEMENT_SECONDS: {
    schema: seconds(30),
    takes: 'seconds from 0 to 86400 that a statement may take; 0: any time',
  },
  DATABASE_LOCK_SECONDS: {
    schema: seconds(10),
    takes: 'seconds from 0 to 86400 that a statement may wait for a lock; 0: any time',
  },
  DATABASE_IDLE_SECONDS: {
    schema: seconds(60),
    takes: 'seconds from 0 to 86400 that a transaction may stand idle; 0: any time',
  },
  DATABASE_QUEUE: {
    schema: z.coerce.number().int().min(1).max(100_000).default(500),
    takes: 'how many statements and transactions may wait for the database, 1 to 100000',
  },
} as const

type Addresses = {
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DATABASE_READ_URL?: string | undefined
}

/** Validates the combination of settings; returns messages. */
export const databaseProblems = ({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_READ_URL,
}: Addresses): string[] => [
  ...(DATABASE_DIRECT_URL && !DATABASE_URL
    ? ['DATABASE_DIRECT_URL is refused: it takes a DATABASE_URL, the address of the pooler before it.']
    : []),
  ...(DATABASE_READ_URL && !DATABASE_URL
    ? ['DATABASE_READ_URL is refused: it takes a DATABASE_URL, the address of its primary.']
    : []),
  ...Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL }).flatMap(([name, url]) =>
    url === undefined ? [] : tlsProblems(name, url),
  ),
]

/** The address without a pooler, for what needs a session: LISTEN, migrations, copies. */
export const directUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses) =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

type Seconds = {
  readonly DATABASE_STATEMENT_SECONDS: number
  readonly DATABASE_LOCK_SECONDS: number
  readonly DATABASE_IDLE_SECONDS: number
}

/** PostgreSQL's timeouts in milliseconds; 0 for none. */
export const timeoutsOf = (settings: Seconds) => ({
  statement_timeout: settings.DATABASE_STATEMENT_SECONDS * 1000,
  lock_timeout: settings.DATABASE_LOCK_SECONDS * 1000,
  idle_in_transaction_session_timeout: settings.DATABASE_IDLE_SECONDS * 1000,
})
