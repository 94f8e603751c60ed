import { startFirebase } from '../support/storage/storage-emulator'

/** Firebase's Auth and Storage emulators, whose data is deleted at the end. */
export const startEmulators = () => startFirebase(['auth', 'storage'])
