import type { Actor } from '~/model/grants'
import type { Language } from '~/model/languages'
import type { TokenAccess } from '~/model/resources/tokens'
import type { Database } from '~/server/platform/database/database'

/** The authenticated identity of a request. */
export type Principal = {
  readonly session: string
  readonly actor: Actor
  readonly lang: Language
  /** The API token that made the request; absent: a person. */
  readonly token?: { readonly name: string; readonly access: TokenAccess }
  /** Somebody else, who sees the panel as the actor; absent: the actor. */
  readonly view?: { readonly by: Actor; readonly until: Date }
}

/** Begin the ids of sessions that are not stored, and are found again by their tokens. */
export const FIREBASE = 'firebase:'
export const TOKEN = 'token:'
export const VIEW = 'view:'

export const isFirebaseSession = (session: string) => session.startsWith(FIREBASE)
export const isApiToken = (session: string) => session.startsWith(TOKEN)
export const isStoredSession = (session: string) =>
  ![FIREBASE, TOKEN, VIEW].some(start => session.startsWith(start))

/** The sessions of signed-in users. */
export type Sessions = {
  /** Resolves a session token; undefined if the session has ended. */
  find(token: string): Promise<Principal | undefined>
  /**
   * @param version of the credentials, read before they were checked
   * @returns the token, which the server does not store; undefined if the user is not active, or their credentials have
   * changed since
   */
  start(
    user: string,
    version: string,
    client: { readonly agent: string | undefined; readonly address: string },
  ): Promise<string | undefined>
  end(session: string): Promise<void>
  /**
   * Ends a user's sessions in the transaction of the change that causes it, and raises their credential version, so that none
   * begins by what was proved before. Call `forget` afterwards.
   */
  endAll(tx: Database, user: string, except?: string): Promise<number>
  /** Clears the cache of sessions in use. */
  forget(): void
}
