import type { Client } from 'pg'
import { findPrimary, hostsOf, isChosen } from './hosts'
import { openClient } from './pools'

/** The addresses of the database do not fit what is there. */
export class AddressError extends Error {}

const sessionOf = async (client: Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * Two connections that are open at once have two sessions, each the same one every time; behind a pooler in transaction
 * mode they take turns at whichever is free.
 */
const sharesSessions = async (one: Client, other: Client) => {
  const before = await sessionOf(one)
  const between = await sessionOf(other)
  return before === between || before !== (await sessionOf(one))
}

const isPooled = async (address: string) => {
  const url = isChosen(address) ? await findPrimary(hostsOf(address)) : address
  const one = await openClient(url)
  try {
    const other = await openClient(url)
    try {
      return await sharesSessions(one, other)
    } finally {
      await other.end()
    }
  } finally {
    await one.end()
  }
}

/**
 * Refuses an address that must keep sessions and leads to a pooler in transaction mode: notifications would be lost and
 * prepared statements fail now and then, without a sign of it at the start. A database that does not answer is told by
 * whoever needs it first.
 * @throws AddressError
 */
export const refusePooled = async (name: string, url: string) => {
  const pooled = await isPooled(url).catch(() => false)
  if (!pooled) return
  throw new AddressError(
    name === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of the database itself.'
      : `${name} leads to a pooler in transaction mode: it takes the address of the database itself.`,
  )
}
