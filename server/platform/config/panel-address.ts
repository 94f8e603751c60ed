import type { Config } from './config'

/**
 * Where the panel is, for links in e-mails; no slash at its end. Never what a request says of it: a forged Host would
 * lead whoever follows the link, with its key, to somebody else's server.
 */
export const panelAddress = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>) =>
  PUBLIC_URL ?? `http://localhost:${PORT}`
