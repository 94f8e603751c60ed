import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'
import { spoolMail } from '~/server/platform/mail/spool-directory'
import { smtpTransport } from '~/server/platform/mail/transport'
import { continueTrace } from '~/server/platform/tracing/spans'
import type { Services } from '~/server/records/services'
import { oneByOne } from './one-by-one'
import {
  type ClaimedMail,
  claimDueMails,
  recordDeliveryError,
  recordSent,
  recordSpooled,
  releaseAll,
  withLeases,
} from './outbox'

/** Maximum concurrent deliveries, so that a slow server does not block other e-mails. */
const AT_ONCE = 5
/** Poll interval in milliseconds, for e-mails that another server released. */
const LOOK = 10_000
/** Milliseconds that a shutdown waits for deliveries in progress. */
const LAST = 5_000

/**
 * A delivery method: one try, which never throws on mail server errors.
 * @returns seconds until a retry may be due
 */
type Way = { deliver(mail: ClaimedMail): Promise<number | undefined>; close(): void }

const bySmtp = (services: Services, url: string): Way => {
  const smtp = smtpTransport(services.config, url)
  const deliver: Way['deliver'] = async mail => {
    try {
      await withLeases(services, mail, () => smtp.send(mail))
    } catch (error) {
      const trouble = deliveryErrorOf(error)
      const { uid, attempts } = mail
      services.log.warn({ mail: uid, attempts, code: trouble.code }, 'an e-mail did not go out')
      return recordDeliveryError(services, mail, trouble)
    }
    await recordSent(services, mail)
    return undefined
  }
  return { deliver, close: smtp.close }
}

const toFolder = (services: Services): Way => ({
  deliver: async mail => {
    await spoolMail(services.config, mail)
    await recordSpooled(services, mail)
    return undefined
  },
  close: () => undefined,
})

/** Deliveries in progress, up to the maximum; `ended` is called after each. */
const deliveries = ({ log }: Services, way: Way, ended: (pause: number) => void) => {
  const underWay = new Set<Promise<void>>()
  return {
    free: () => AT_ONCE - underWay.size,
    begin: (mail: ClaimedMail) => {
      const deliver = () => way.deliver(mail)
      const { traceparent } = mail.message
      const work: Promise<void> = continueTrace(traceparent, 'mail', { 'mail.uid': mail.uid }, deliver)
        .catch(error => {
          log.error({ mail: mail.uid, error: String(error) }, 'the outbox')
          return undefined
        })
        .then(pause => {
          underWay.delete(work)
          ended(pause ?? 0)
        })
      underWay.add(work)
    },
    all: () => Promise.all(underWay),
  }
}

/**
 * Sends e-mails from the outbox while this server runs. Several servers share the work; an e-mail is tried by
 * one at a time. It polls when the outbox changes, when a backoff ends, and at an interval.
 */
export const startSender = async (services: Services) => {
  const { config, changes, log } = services
  const way = config.SMTP_URL ? bySmtp(services, config.SMTP_URL) : toFolder(services)
  let stopped = false
  const under = deliveries(services, way, pause => void setTimeout(look, pause * 1000).unref())
  const look = oneByOne(
    async () => {
      const free = under.free()
      if (stopped || free === 0) return
      for (const mail of await claimDueMails(services, free)) under.begin(mail)
    },
    error => log.warn({ error: String(error) }, 'the outbox'),
  )
  // The embedded database serves this process alone, so no other process is sending these e-mails.
  if (!config.DATABASE_URL) await releaseAll(services)
  const deaf = changes.onChange(({ resource }) => resource === 'mails' && look())
  const looks = setInterval(look, LOOK).unref()
  look()
  return {
    stop: async () => {
      stopped = true
      deaf()
      clearInterval(looks)
      await Promise.race([under.all(), new Promise(resolve => setTimeout(resolve, LAST).unref())])
      way.close()
    },
  }
}
