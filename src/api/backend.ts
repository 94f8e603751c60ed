import type { KeyLink, LinkAnswers, LinkFacts } from '~/model/onboarding'
import type { Language, Role } from '~/model/roles'
import type { Uploader } from './uploader'

export type Link = { readonly ref: string; readonly label: string }

/** Companies in reach, by uid: what the permission rules of `model/` are asked with. */
export type CompaniesInReach = {
  readonly own: readonly string[]
  readonly managed: readonly string[]
  readonly open: readonly string[]
  readonly licensed?: boolean
}

/** The signed-in user. */
export type Me = {
  readonly uid: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
  readonly role: Role
  /** In the user's language; empty when the backend sends none. */
  readonly roleLabel: string
  readonly company: Link | null
  readonly reach: CompaniesInReach
  /** Everything else the backend said about the user. */
  readonly profile: Readonly<Record<string, unknown>>
}

export type Credentials = {
  readonly email: string
  readonly password: string
  /** Of the second factor, once the backend has asked for it by the code `second_factor`. */
  readonly code?: string
}

/** A message that the backend sends to an open panel. */
export type PushMessage = { readonly title: string; readonly body: string }

/** What may be told before anyone is signed in. */
export type PublicConfig = {
  readonly thirdPartySignIn: boolean
  /** The server's public key for push messages, where it sends any. */
  readonly pushKey?: string
}

/** Notices to this browser while no tab of the panel is open. `refused`: in the browser, by the person. */
export type DeviceNotices = {
  readonly state: () => 'on' | 'off' | 'refused'
  /** Asks the person, where the browser has not yet. @throws Error when the browser's push service fails */
  readonly switchOn: (me: Me) => Promise<void>
  readonly switchOff: (me: Me) => Promise<void>
}

/** What can honestly be said of an e-mail: on its way; waiting for its server; kept where root reads it. */
export type Outlook = 'sent' | 'waiting' | 'outbox'

/** What links in e-mails lead to. */
export type Onboarding = {
  /** Whom a link is for. @throws BackendError `OB1`, `OB2` … (specification §8) */
  readonly read: (link: KeyLink) => Promise<LinkFacts>
  /** Uses the link. @returns whether a session has begun @throws BackendError */
  readonly complete: (link: KeyLink, answers: LinkAnswers) => Promise<boolean>
}

export type RequestOptions = Omit<RequestInit, 'body'> & {
  readonly json?: unknown
  readonly body?: BodyInit
}

export type Backend = {
  readonly name: 'cloud' | 'onpremise'
  /** Base of every call, without a final slash. */
  readonly apiUrl: () => Promise<string>
  readonly config: () => Promise<PublicConfig>
  /** Opens the session in this browser. @throws BackendError */
  readonly signIn: (credentials: Credentials) => Promise<void>
  /**
   * Opens the session by a window of the identity provider. Called in the click itself: browsers block other windows.
   * @param onSettingUp called when a new account is being set up, which takes seconds
   * @throws BackendError `popup_closed` when the person gave it up, `popup_blocked`, and what the provider or the backend refuses
   */
  readonly signInWithThirdParty: (onSettingUp: () => void) => Promise<void>
  /** Tells the backend; never fails, so that one can always leave. */
  readonly signOut: () => Promise<void>
  /** Rejects when there is no session any more. */
  readonly checkAuth: () => Promise<void>
  /** @throws BackendError `no_role` when the account has none (specification §4) */
  readonly me: () => Promise<Me>
  /** An authenticated call; `path` is relative to `apiUrl`. @returns the parsed JSON @throws BackendError */
  readonly request: <T = unknown>(path: string, options?: RequestOptions) => Promise<T>
  /** Has a link to a new password sent. @throws BackendError */
  readonly requestPasswordReset: (email: string) => Promise<Outlook>
  /** Changes one's own password. @throws BackendError with `fields.oldPassword` when that one is wrong */
  readonly changePassword: (oldPassword: string, password: string) => Promise<void>
  /** Fetched when a page of links is open. */
  readonly onboarding: () => Promise<Onboarding>
  /** Has the identity provider send an invited user their link, `<uid>-<key>`; without it the server does. */
  readonly sendInvitation?: (invited: { email: string; lang: string; hash: string }) => Promise<void>
  /** A way of its own to send files; without it they go to `apiUrl` by the tus protocol. */
  readonly uploader?: () => Promise<Uploader>
  /** What the person may switch here; undefined where neither the server nor the browser has push messages. */
  readonly deviceNotices?: () => Promise<DeviceNotices | undefined>
  /** Lets the backend reach this browser; never fails: what goes wrong is logged. */
  readonly startPush?: (me: Me, hear: (message: PushMessage) => void) => Promise<void>
}
