/** The storage key of the proof that a code of the second factor was given in this session. Signing out removes it. */
export const PROOF = 'vecto.proof'
