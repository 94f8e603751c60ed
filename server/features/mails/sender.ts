import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'
import { spoolMail } from '~/server/platform/mail/spool-directory'
import { smtpTransport } from '~/server/platform/mail/transport'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import type { Services } from '~/server/records/services'
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

/** Sends e-mails from the outbox while this server runs. */
export const startSender = async (services: Services) => {
  const { config } = services
  const way = config.SMTP_URL ? bySmtp(services, config.SMTP_URL) : toFolder(services)
  // The embedded database serves this process alone, so no other process is sending these e-mails.
  if (!config.DATABASE_URL) await releaseAll(services)
  const delivering = deliverDue<ClaimedMail>(services, {
    resource: 'mails',
    item: 'mail',
    atOnce: AT_ONCE,
    claim: most => claimDueMails(services, most),
    deliver: way.deliver,
    traceOf: ({ message }) => message.traceparent,
  })
  return {
    stop: async () => {
      await delivering.stop()
      way.close()
    },
  }
}
