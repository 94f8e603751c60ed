type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** The key code that WebKit reports for the Enter that ends a composition, after it has ended. */
const COMPOSING = 229

/** True if an input method handles the key, for instance an Enter that confirms a word. */
export const isComposing = ({ isComposing: now, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  now || keyCode === COMPOSING

/** True for an Enter that submits the typed text, not one that confirms a word of an input method. */
export const isEnter = (event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>) =>
  event.key === 'Enter' && !isComposing(event)

const places: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Period: ['.', '>'],
}

/**
 * The key as named on a Latin keyboard: a letter in lower case, also with Caps Lock. For layouts of other alphabets,
 * such as Greek or Arabic, the position of the key decides. Accented letters are Latin and stay unchanged.
 */
export const latinKey = ({ key, code, shiftKey }: Pressed) => {
  if ([...key].length !== 1) return key
  if (/[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key.toLowerCase()
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  return places[code]?.[shiftKey ? 1 : 0] ?? key
}
