import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { BackendError } from './backend-error'

/** Codes of a browser's passkey errors, by the name of the error (WebAuthn §5.1.3, §5.1.4). */
const errorCodes: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey_closed',
  AbortError: 'passkey_closed',
  InvalidStateError: 'passkey_known',
  ConstraintError: 'passkey_impossible',
  NotSupportedError: 'passkey_impossible',
  SecurityError: 'passkey_impossible',
}

const failWithCode = (error: unknown): never => {
  const name = error instanceof Error ? error.name : ''
  throw new BackendError(0, errorCodes[name] ?? 'passkey_refused', String(error))
}

/**
 * Has a device of the user create a passkey, in the browser's own dialog. Loaded on demand.
 * @throws BackendError `passkey_closed`, `passkey_known`, `passkey_impossible`, `passkey_refused`
 */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  startRegistration({ optionsJSON }).catch(failWithCode)

/** Has a device of the user sign with a stored passkey. @throws BackendError, as `createPasskey` */
export const signWithPasskey = (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  startAuthentication({ optionsJSON }).catch(failWithCode)
