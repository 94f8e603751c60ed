import type { Language } from '~/model/languages'
import type { Backend, DeliveryStatus } from '~/src/api/backend'

type Failure = { readonly reason: string; readonly reasonCode: string; readonly at: string }

/** The status of mail, for root; of the mail server only its host. */
export type MailState = {
  readonly outlook: DeliveryStatus
  readonly server: string | null
  readonly from: string
  readonly waiting: number
  readonly failed: number
  readonly kept: number
  readonly lastSentAt: string | null
  readonly lastFailure: Failure | null
}

/** `reachable` is null if no mail server is configured. */
export type MailCheck = {
  readonly reachable: boolean | null
  readonly reason: string | null
  readonly reasonCode: string | null
}

/** A template as its form holds it, to send in one language. */
export type TestMail = {
  readonly action: unknown
  readonly subject: unknown
  readonly content: unknown
  readonly lang: Language
}

export type TestResult = {
  readonly uid: string
  readonly mail: DeliveryStatus | 'failed'
  readonly reason: string | null
  readonly reasonCode: string | null
}

export type MailCalls = {
  readonly mailState: () => Promise<MailState>
  /** Connects to the mail server now; takes up to eight seconds. */
  readonly checkMail: () => Promise<MailCheck>
  /** Sends a template, saved or not, to the signed-in user, and waits for the result. */
  readonly sendTestMail: (test: TestMail) => Promise<TestResult>
}

export const mailCalls = (request: Backend['request']): MailCalls => ({
  mailState: () => request<MailState>('/utils/mail'),
  checkMail: () => request<MailCheck>('/utils/mail/check'),
  sendTestMail: json => request<TestResult>('/utils/mail/test', { method: 'POST', json }),
})
