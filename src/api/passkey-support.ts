import type { PublicConfig } from './backend'

const isNumbers = (host: string) => /^[\d.]+$|^\[/.test(host)

/** Will passkeys probably do, before the configuration says so? An address of numbers never has them. */
export const expectsPasskeys = () => 'PublicKeyCredential' in window && !isNumbers(location.hostname)

/** Can this browser, at this address, keep and use passkeys of the backend? They are bound to one host name. */
export const hasPasskeys = ({ passkeyHost }: PublicConfig) =>
  passkeyHost === location.hostname && 'PublicKeyCredential' in window
