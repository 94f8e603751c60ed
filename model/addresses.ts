/** The lower case of a letter; itself where that crosses into ASCII, as the Kelvin sign does, or is more than one letter. */
const lowerOf = (letter: string) => {
  const lower = letter.toLowerCase()
  const isAscii = (text: string) => text <= '\x7f'
  return lower.length === letter.length && isAscii(lower) === isAscii(letter) ? lower : letter
}

/**
 * An e-mail address as it is stored and compared. No letter beyond ASCII becomes one of ASCII: two addresses that mail
 * servers tell apart stay two.
 */
export const normalAddress = (address: string) => address.trim().replace(/\p{Lu}/gu, lowerOf)
