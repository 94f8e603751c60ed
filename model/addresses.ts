/** The lower case of a letter; unchanged if that would be ASCII, as for the Kelvin sign, or more than one letter. */
const lowerOf = (letter: string) => {
  const lower = letter.toLowerCase()
  const isAscii = (text: string) => text <= '\x7f'
  return lower.length === letter.length && isAscii(lower) === isAscii(letter) ? lower : letter
}

/** Characters whose composed form (NFC) is one of ASCII: the Kelvin sign, the Greek question mark, the Greek varia. */
const notOfAscii = /[^\u212a\u037e\u1fef]+/g

/**
 * An e-mail address as it is stored and compared: composed (NFC), in lower case, without the invisible characters that
 * copied text contains. No letter beyond ASCII becomes one of ASCII: addresses that are different for mail servers stay different.
 */
export const normalAddress = (address: string) =>
  address
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(notOfAscii, text => text.normalize('NFC'))
    .replace(/\p{Lu}/gu, lowerOf)

/**
 * Parts between dots contain no dot, so that the expression takes linear time and no part is empty. It has no `u` flag,
 * since the API's description publishes it, and few generated clients set that flag.
 */
export const emailAddress =
  /^[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*@(?:[^\s@<>"(),:;[\]\\.]+\.)+[^\s@<>"(),:;[\]\\.]+$/

/** Maximum length of an e-mail address (RFC 5321). */
const MAX_EMAIL = 254

/** Whether the text is an e-mail address that the server accepts and the panel submits. */
export const isEmailAddress = (value: string) => value.length <= MAX_EMAIL && emailAddress.test(value)
