import { type JWTPayload, UnsecuredJWT } from 'jose'

export const projectId = 'demo-contract'

/** Makes a server accept the unsigned tokens of the emulator. */
export const takesFirebase = { NODE_ENV: 'test', FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: '1' }

/** A token as the emulator issues it, valid for an hour. */
export const firebaseToken = (claims: JWTPayload) => {
  const now = Math.floor(Date.now() / 1000)
  return new UnsecuredJWT({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    ...claims,
  }).encode()
}
