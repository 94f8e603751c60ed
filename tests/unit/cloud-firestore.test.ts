import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFirestore } from '~/scripts/cloud/firestore'
import { writeProfile } from '~/server/features/firebase/profiles'
import { readConfig } from '~/server/platform/config/config'
import { freePort } from '../support/server/free-port'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-firestore-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const profileAt = async (port: number, uid: string) => {
  const { found } = await (await fetch(`http://127.0.0.1:${port}/profiles/${uid}`)).json()
  return found?.fields
}

describe('what stands in for Firestore', () => {
  it('still has the profiles that the server wrote after a restart', async () => {
    const [port, file] = [await freePort(), join(folder, 'profiles.json')]
    const project = { FIREBASE_PROJECT_ID: 'demo-vecto', FIREBASE_EMULATOR: '1' }
    const settings = readConfig({ ...project, FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}` }, 'test')
    const first = startFirestore(port, file)
    await writeProfile(settings, 'grace', { lang: 'fr', role: 'admin' })
    await writeProfile(settings, 'grace', { lang: 'es' })
    first.stop()
    const again = await freePort()
    const second = startFirestore(again, file)
    expect(await profileAt(again, 'grace')).toEqual({
      lang: { stringValue: 'es' },
      role: { stringValue: 'admin' },
    })
    second.stop()
  })
})
