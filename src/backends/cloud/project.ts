const REGION = 'europe-west1'

/** The host's own description of the project it serves (specification §7). */
const CONFIGURATION = '/__/firebase/init.json'

/** The functions' base; with `emulator`, the one that runs on the developer's machine. */
export const functionsBase = (projectId: string, emulator = false) =>
  emulator
    ? `http://localhost:5001/${projectId}/${REGION}`
    : `https://${REGION}-${projectId}.cloudfunctions.net`

let asked: Promise<string> | undefined

const ask = async () => {
  const response = await fetch(CONFIGURATION)
  const { projectId } = (await response.json()) as { projectId?: unknown }
  if (typeof projectId !== 'string') throw new Error(`${CONFIGURATION} names no project`)
  return projectId
}

/** Asked once; a failure is not remembered. */
export const projectId = () => {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}
