import type { Actor } from '~/model/grants'
import type { Language } from '~/model/roles'
import type { Database } from '~/server/platform/database/database'

/** Who a request speaks for. */
export type Principal = { readonly session: string; readonly actor: Actor; readonly lang: Language }

/** The sessions of people who are signed in. */
export type Sessions = {
  /** Who a session's token speaks for; undefined where it has ended. */
  find(token: string): Promise<Principal | undefined>
  /** @returns the token, which is kept nowhere on this side */
  start(user: string, agent: string | undefined, address: string): Promise<string>
  end(session: string): Promise<void>
  /** Ends a user's sessions in the transaction of the change that is the reason; call `forget` after it. */
  endAll(tx: Database, user: string, except?: string): Promise<number>
  /** Drops what is remembered of sessions in use. */
  forget(): void
}
