import { until } from '~/tests/support/video/video-jobs'
import { type Api, login } from './api'
import type { Found } from './demo-world'
import { demoPassword, type ServerOptions, startServer } from './test-server'

/** An e-mail of the outbox, as root reads it. */
export type Mail = Found & {
  readonly email: string
  readonly subject: string
  readonly status: string
  readonly attempts: number
  readonly reason: string | null
  readonly reasonCode: string | null
  readonly sentAt: string | null
}

export type Tested = {
  readonly uid: string
  readonly mail: string
  readonly reason: string | null
  readonly reasonCode: string | null
  readonly code?: string
  readonly fields?: Readonly<Record<string, string>>
}

export const draft = {
  action: 'invite',
  lang: 'en',
  subject: { en: '<p>Hello {{firstname}}</p>' },
  content: { en: '<p>Come to <strong>{{company}}</strong>: <a href="{{link}}">open</a></p>' },
} as const

/** Starts a server with demo data and signs in as root. */
export const startMailing = async (env: Readonly<Record<string, string>> = {}, more: ServerOptions = {}) => {
  const server = await startServer({ demo: true, env, ...more })
  const root = await login(server.url, 'root@demo.example', demoPassword)
  return { server, root }
}

/** Creates a root user with the given address, which receives the test e-mails that the user requests. */
export const rootAt = async (url: string, root: Api, email: string, firstname = 'Rita'): Promise<Api> => {
  const { body: me } = await root.get<{ company: { ref: string } }>('users/me')
  const password = 'a-password-for-tests'
  const made = await root.post('users', {
    ...{ email, password, firstname, lastname: 'Root', role: 'root', lang: 'en', origin: 'creation' },
    company: { ref: me.company.ref },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return login(url, email, password)
}

export const sendTest = (caller: Api, more: object = {}) =>
  caller.post<Tested>('utils/mail/test', { ...draft, ...more })

/** Waits until an e-mail is in a state. */
export const mailIn = (root: Api, uid: string, status: string, seconds?: number) =>
  until(
    async () => (await root.get<Mail>(`mails/${uid}`)).body,
    mail => mail.status === status,
    seconds,
  )
