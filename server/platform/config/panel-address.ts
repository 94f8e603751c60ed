import type { Config } from './config'

/**
 * Base URL of the panel for links in e-mails, without a trailing slash. Never derived from a request: a
 * forged Host header would send the recipient, and the key in the link, to another server.
 */
export const panelAddress = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>) =>
  PUBLIC_URL ?? `http://localhost:${PORT}`
