import { projectId } from '~/scripts/cloud/emulators'

/** An e-mail that the Auth emulator does not send. */
export type SentLink = {
  readonly email: string
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

/** Firebase's Auth emulator at an address: its API, as the owner of the project and as browsers call it. */
export const identityToolkit = (auth: string) => {
  const base = `http://${auth}/identitytoolkit.googleapis.com`
  const send = async (method: string, url: string, body?: object, isOwner = false) => {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...(isOwner && { authorization: 'Bearer owner' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const asOwner = (path: string, body: object) =>
    send('POST', `${base}/v1/projects/${projectId}/${path}`, body, true)
  const asBrowser = (path: string, body: object) => send('POST', `${base}/v1/${path}?key=any-key`, body)

  /** The links of e-mails, the last at the end. */
  const sentLinks = async (): Promise<SentLink[]> =>
    (await send('GET', `http://${auth}/emulator/v1/projects/${projectId}/oobCodes`)).oobCodes
  const lastSent = async (email: string, requestType: string) => {
    const all = await sentLinks()
    const sent = all.findLast(link => link.email === email && link.requestType === requestType)
    if (!sent) throw new Error(`No ${requestType} was sent to ${email}`)
    return sent
  }
  return {
    asOwner,
    asBrowser,
    /** Changes settings of the project. */
    configure: (mask: string, settings: object) =>
      send('PATCH', `${base}/v2/projects/${projectId}/config?updateMask=${mask}`, settings, true),
    /** @returns the ID token, or the refusal */
    signIn: async (
      email: string,
      password: string,
    ): Promise<{ idToken: string; error?: { message: string } }> =>
      asBrowser('accounts:signInWithPassword', { email, password, returnSecureToken: true }),
    sentLinks,
    lastSent,
    /** Follows the link of an e-mail. @returns the path on the panel's host to which it leads */
    followLink: async (email: string, requestType: string) => {
      const { oobLink } = await lastSent(email, requestType)
      const { headers } = await fetch(oobLink, { redirect: 'manual' })
      const address = new URL(headers.get('location') ?? '')
      return address.pathname + address.search
    },
    /** Sets a new password by the link of the last e-mail that resets it, as Firebase's page does. */
    resetPassword: async (email: string, password: string) => {
      const { oobCode } = await lastSent(email, 'PASSWORD_RESET')
      return asBrowser('accounts:resetPassword', { oobCode, newPassword: password })
    },
  }
}
