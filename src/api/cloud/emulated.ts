import { localStore } from '~/src/api/browser-storage'
import { EMULATOR } from '~/src/api/session'

const isLocal = () => location.hostname === 'localhost'

const remember = () => {
  const asked = new URLSearchParams(location.search).get('emulator')
  if (asked === '0') localStore.remove(EMULATOR)
  else if (asked !== null) localStore.set(EMULATOR, '1')
}

// On load: a page that needs a session changes the address before Firebase is loaded.
if (__BACKEND__ === 'cloud' && isLocal()) remember()

/**
 * `?emulator` on localhost selects the emulators from then on; `?emulator=0` ends it. A host on localhost that names
 * emulators has nothing else.
 */
export const isEmulated = ({ emulators }: { readonly emulators?: object }) =>
  isLocal() && (emulators !== undefined || localStore.get(EMULATOR) !== null)
