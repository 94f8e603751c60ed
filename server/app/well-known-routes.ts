import type { FastifyInstance } from 'fastify'
import { ApiError } from '~/model/errors'
import { panelAddress } from '~/server/platform/config/config'
import type { Services } from '~/server/records/context'

const open = { config: { access: 'public' } } as const

/** Days: RFC 9116 recommends less than a year. */
const VALID_DAYS = 300
const DAY = 86_400_000

/** The panel's page on which users change their password. */
const ACCOUNT = '/user/record'

/** Fixed addresses that other programs read: the contact for vulnerabilities, the page that changes a password. */
export const addWellKnownRoutes = (app: FastifyInstance, { config }: Services) => {
  app.get('/.well-known/security.txt', open, (_request, reply) => {
    const { SECURITY_CONTACT: contact, PUBLIC_URL } = config
    if (contact === undefined) throw new ApiError('not_found', 'There is nothing at this address')
    const expires = new Date(Date.now() + VALID_DAYS * DAY).toISOString().replace(/\.\d+Z$/, 'Z')
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, fr, es',
      ...(PUBLIC_URL ? [`Canonical: ${panelAddress(config)}/.well-known/security.txt`] : []),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
  app.get('/.well-known/change-password', open, (_request, reply) => reply.redirect(ACCOUNT, 302))
}

/** Browser features that the panel never uses: an injected script cannot use them either. */
const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
/** Browser features that the panel uses, only for its own pages. */
const used = ['autoplay', 'clipboard-write', 'fullscreen', 'publickey-credentials-get', 'xr-spatial-tracking']

export const permissionsPolicy = [
  ...unused.map(name => `${name}=()`),
  ...used.map(name => `${name}=(self)`),
].join(', ')
