import { textIn } from '~/model/objects'
import { send } from '~/src/api/http'

const REGION = 'europe-west1'

/** The host's description of the project it serves (specification §7). */
const CONFIGURATION = '/__/firebase/init.json'

/** Addresses of the emulators on the developer's machine, unless the description overrides them. */
const ports = {
  auth: 'localhost:9099',
  firestore: 'localhost:8080',
  storage: 'localhost:9199',
  functions: 'localhost:5001',
}
type Emulators = Readonly<typeof ports>

export type Project = {
  readonly projectId: string
  readonly apiKey?: string
  readonly appId?: string
  readonly authDomain?: string
  readonly storageBucket?: string
  readonly messagingSenderId?: string
  readonly emulators?: Partial<Emulators>
  /** The parameters of Remote Config, where a developer's machine stands in for it. */
  readonly remoteConfig?: Readonly<Record<string, string>>
}

export const emulatorsOf = ({ emulators }: Project): Emulators => ({ ...ports, ...emulators })

/** Base URL of the functions; with an emulator's address, that of the emulator on the developer's machine. */
export const functionsBase = (projectId: string, emulator?: string) =>
  emulator ? `http://${emulator}/${projectId}/${REGION}` : `https://${REGION}-${projectId}.cloudfunctions.net`

let asked: Promise<Project> | undefined

const isProject = (value: unknown): value is Project => textIn(value, 'projectId') !== undefined

const ask = async () => {
  const described: unknown = await send(CONFIGURATION)
  if (!isProject(described)) throw new Error(`${CONFIGURATION} names no project`)
  return described
}

/** Loaded once; a failure is not cached. */
export const project = () => {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}
