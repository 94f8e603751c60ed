import type { PublicConfig } from './backend'

const isIpAddress = (host: string) => /^[\d.]+$|^\[/.test(host)

/** Can there be passkeys, as far as is known before the configuration? An IP address never has them. */
export const mayHavePasskeys = () => 'PublicKeyCredential' in window && !isIpAddress(location.hostname)

/** Can this browser, at this address, keep and use passkeys of the backend? They are bound to one host name. */
export const hasPasskeys = ({ passkeyHost }: PublicConfig) =>
  passkeyHost === location.hostname && 'PublicKeyCredential' in window
