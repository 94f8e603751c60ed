import type { PublicConfig } from './backend'

const isIpAddress = (host: string) => /^[\d.]+$|^\[/.test(host)

/** Whether passkeys are possible, before the configuration is known. An IP address never has them. */
export const mayHavePasskeys = () => 'PublicKeyCredential' in window && !isIpAddress(location.hostname)

/** Whether this browser, at this address, can store and use passkeys of the backend. They are bound to one host name. */
export const hasPasskeys = ({ passkeyHost }: PublicConfig) =>
  passkeyHost === location.hostname && 'PublicKeyCredential' in window
