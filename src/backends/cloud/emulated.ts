import { EMULATOR } from '../session'

/** `?emulator` on localhost speaks to the emulators, also after the address has changed; `?emulator=0` ends it. */
export const isEmulated = () => {
  if (location.hostname !== 'localhost') return false
  const asked = new URLSearchParams(location.search).get('emulator')
  if (asked === '0') localStorage.removeItem(EMULATOR)
  else if (asked !== null) localStorage.setItem(EMULATOR, '1')
  return localStorage.getItem(EMULATOR) !== null
}
