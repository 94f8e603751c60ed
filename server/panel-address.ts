import type { Config } from './config'

/**
 * An address of the panel for an e-mail. What a request says of its host is never asked: whoever writes the request could
 * have links with keys lead to themselves.
 */
export const panelAddress = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>, path: string) =>
  `${PUBLIC_URL ?? `http://localhost:${PORT}`}${path}`
