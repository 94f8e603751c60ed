import type { Identifier } from 'react-admin'
import type { Capability } from '~/model/capabilities'
import type { Link } from '~/model/fields'
import type { Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import type { KeyLink, LinkAnswers, LinkFacts } from '~/model/onboarding'

import type { Uploader } from './uploader'

/** Uids of the companies in scope, as the permission rules of `model/` expect them. */
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
  /** All other properties of the user that the backend sends. */
  readonly profile: Readonly<Record<string, unknown>>
}

export type Credentials = {
  readonly email: string
  readonly password: string
  /** Code of the second factor, once the backend has requested it with the error code `second_factor`. */
  readonly code?: string
}

/** A message that the backend sends to an open panel. */
export type PushMessage = { readonly title: string; readonly body: string }

/** The configuration that is public before sign-in. */
export type PublicConfig = {
  readonly thirdPartySignIn: boolean
  /** The host name that passkeys work for, if the backend has them. */
  readonly passkeyHost?: string
  /** The server's public key for push messages, if it sends any. */
  readonly pushKey?: string
  /** The platform has no root account yet: `setUp` creates it. */
  readonly setup?: boolean
}

/** The first account of a new platform. `code`: as its server has printed it. */
export type SetupAnswers = {
  readonly code: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly company: string
  readonly password: string
  readonly lang: Language
}

/** Notifications to this browser while no panel tab is open. `refused`: by the user, in the browser. */
export type DeviceNotifications = {
  readonly state: () => 'on' | 'off' | 'refused'
  /** Requests the browser's permission if needed. @throws Error when the browser's push service fails */
  readonly switchOn: (me: Me) => Promise<void>
  readonly switchOff: (me: Me) => Promise<void>
}

/** Delivery status of an e-mail: on its way, waiting for its server, or spooled where root can read it. */
export type DeliveryStatus = 'sent' | 'waiting' | 'outbox'

/** The backend of the one-time links in e-mails. */
export type Onboarding = {
  /** Looks up the user of a link. @throws BackendError `OB1`, `OB2` … (specification §8) */
  readonly read: (link: KeyLink) => Promise<LinkFacts>
  /** Redeems the link. @returns whether a session was created @throws BackendError */
  readonly complete: (link: KeyLink, answers: LinkAnswers) => Promise<boolean>
}

/** A second factor that the server checks after the sign-in: `me` fails with the code `second_factor` until then. */
export type SeparateFactor = {
  /** @throws BackendError `wrong_code` */
  readonly prove: (code: string) => Promise<void>
  /** Keeps the proof that enabling the factor returns, for this session. */
  readonly keep: (proof: string) => void
  /** What the server takes in the place of the user's password. @throws BackendError with `fields.password` if it is wrong */
  readonly checkPassword: (password: string) => Promise<string>
}

export type RequestOptions = Omit<RequestInit, 'body'> & {
  readonly json?: unknown
  readonly body?: BodyInit
  /**
   * Identifies the record that the request creates, for instance by its form: if the response to one request is lost, a
   * later request with the same value cannot create a second record, even if other fields have changed.
   */
  readonly attempt?: string
  /** No time limit, for maintenance that takes minutes. */
  readonly isUnlimited?: boolean
}

export type Backend = {
  readonly name: 'cloud' | 'onpremise'
  /** Whether the server that answers has the calls for something. Known once `me` has been loaded. */
  readonly offers: (capability: Capability) => boolean
  /** Base URL of all calls, without a trailing slash. */
  readonly apiUrl: () => Promise<string>
  readonly config: () => Promise<PublicConfig>
  /** Creates the session in this browser. @throws BackendError */
  readonly signIn: (credentials: Credentials) => Promise<void>
  /**
   * Creates the session through a popup of the identity provider. Call it in the click handler: browsers
   * block other popups.
   * @param onSettingUp called when a new account is being set up, which takes seconds
   * @throws BackendError `popup_closed` when the user closed it, `popup_blocked`, and errors of the provider
   * or the backend
   */
  readonly signInWithThirdParty: (onSettingUp: () => void) => Promise<void>
  /**
   * Creates the session with a passkey of the user's device, where the configuration names this host.
   * @throws BackendError `passkey_closed` when the user closed the browser's window, and errors of the backend
   */
  readonly signInWithPasskey?: () => Promise<void>
  /** Notifies the backend; never fails, so that signing out always works. */
  readonly signOut: () => Promise<void>
  /** Rejects if the session no longer exists. */
  readonly checkAuth: () => Promise<void>
  /** @throws BackendError `no_role` when the account has none (specification §4) */
  readonly me: () => Promise<Me>
  /** The token that authenticates a call now; null if no user is signed in. */
  readonly token: () => Promise<string | null>
  /** An authenticated call; `path` is relative to `apiUrl`. @returns the parsed JSON @throws BackendError */
  readonly request: <T = unknown>(path: string, options?: RequestOptions) => Promise<T>
  /** A call without a session, also where there is one: of pages that anyone may open. @throws BackendError */
  readonly publicRequest: <T = unknown>(path: string, options?: RequestOptions) => Promise<T>
  /** Sends a password reset link. @throws BackendError */
  readonly requestPasswordReset: (email: string) => Promise<DeliveryStatus>
  /** Changes the user's own password. @throws BackendError with `fields.oldPassword` if that is wrong */
  readonly changePassword: (oldPassword: string, password: string) => Promise<void>
  /** The second factor of a sign-in that another service checks; if absent, `signIn` takes the code. */
  readonly secondFactor?: () => Promise<SeparateFactor>
  /** Loaded when a page of one-time links opens. */
  readonly onboarding: () => Promise<Onboarding>
  /** Lets the identity provider send an invited user's link, `<uid>-<key>`; if absent, the server does. */
  readonly sendInvitation?: (invited: { email: string; lang: string; hash: string }) => Promise<void>
  /** Creates the first account of a new platform, and its session. @throws BackendError `setup_code`, `set_up` */
  readonly setUp?: (answers: SetupAnswers) => Promise<void>
  /** The backend's own uploader; if absent, files are sent to `apiUrl` over the tus protocol. */
  readonly uploader?: () => Promise<Uploader>
  /** Where saved views are stored, unless the server stores them (`offers('views')`). */
  readonly views?: (owner: ViewOwner) => Promise<ViewCalls>
  /** The user's push notification settings; undefined if the server or the browser has no push messages. */
  readonly deviceNotifications?: () => Promise<DeviceNotifications | undefined>
  /** Registers this browser for push messages; never fails: errors are logged. */
  readonly startPush?: (me: Me, onMessage: (message: PushMessage) => void) => Promise<void>
}

/** The saved state of a list: `tab` and `query` in the format of its URL. */
export type SavedView = PanelRecord & {
  readonly name: string
  readonly list: string
  readonly tab: string | null
  readonly query: string | null
  readonly shared: boolean
  readonly isDefault: boolean
  readonly createdBy: Link | null
}

export type ViewChanges = Partial<Pick<SavedView, 'name' | 'list' | 'tab' | 'query' | 'shared' | 'isDefault'>>

/** The views of a list: the user's own, and those that colleagues share. */
type ViewsOfList = { readonly own: readonly SavedView[]; readonly shared: readonly SavedView[] }

/** The owner of the views that are read and saved: uids of the user and of their company. */
export type ViewOwner = { readonly uid: string; readonly company: string | null }

/** A record whose action `restore` undoes a deletion. */
export type Restorable = { readonly resource: string; readonly id: Identifier }

/** The calls of a storage of views. `sharing`: colleagues can see the views. */
export type ViewCalls = {
  readonly sharing: boolean
  readonly list: (list: string) => Promise<ViewsOfList>
  readonly create: (view: ViewChanges) => Promise<unknown>
  readonly update: (view: SavedView, changes: ViewChanges) => Promise<unknown>
  /** @returns the record to restore, if the view is in a trash */
  readonly remove: (id: Identifier) => Promise<Restorable | undefined>
}

/** A record as react-admin expects it: the fields of the API, and `id`. */
export type PanelRecord = Record<string, unknown> & { id: string }
