/** Content types of pictures of users and companies: images without scripts that every browser shows. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Maximum size in bytes of a picture that is sent. */
export const pictureBytes = 5 * 1024 ** 2
/** Maximum number of pixels of a picture that is sent: more than phones take, and decoded within a second. */
export const picturePixels = 50_000_000
/** Width and height in pixels of the stored square; smaller pictures are not enlarged. */
export const pictureSide = 256

/** The first letters of the first and the last word of a name, in capitals; of an e-mail address, its first letter. */
export const initialsOf = (name: string) => {
  const words = (name.split('@')[0] ?? '').match(/[\p{L}\p{N}]\p{M}*[\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const chosen = name.includes('@') || words.length < 2 ? words.slice(0, 1) : [words[0], words.at(-1)]
  return chosen.map(word => /^.\p{M}*/u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('')
}

/**
 * Background colours behind white initials: each has a contrast of at least 4.5 : 1 with white, in light and dark themes
 * alike.
 */
export const initialsColours = [
  '#1b5e9e',
  '#00695c',
  '#2e6b32',
  '#6a4a9c',
  '#9c2f5f',
  '#a33c1f',
  '#7a5200',
  '#37566b',
  '#5d4a42',
  '#4450a8',
] as const

/** The colour of a record's initials: always the same for the same uid. */
export const colourOf = (uid: string) => {
  let sum = 0
  for (const letter of uid) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return initialsColours[sum % initialsColours.length] ?? initialsColours[0]
}
