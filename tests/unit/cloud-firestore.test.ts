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

/** Reads a profile as the panel does. @returns the status of the response, and whether the profile is in it */
const readAs = async (port: number, caller: string | undefined, uid: string) => {
  const documents = [`projects/demo-vecto/databases/(default)/documents/users/${uid}`]
  const payload = Buffer.from(JSON.stringify({ sub: caller })).toString('base64url')
  const response = await fetch(
    `http://127.0.0.1:${port}/v1/projects/demo-vecto/databases/(default)/documents:batchGet`,
    {
      method: 'POST',
      headers: caller ? { authorization: `Bearer any.${payload}.` } : {},
      body: JSON.stringify({ documents }),
    },
  )
  const [answer] = await response.json()
  return [response.status, 'found' in answer]
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

  it('shows a profile to its own user alone', async () => {
    const port = await freePort()
    const firestore = startFirestore(port)
    await fetch(`http://127.0.0.1:${port}/profiles/grace`, { method: 'PUT', body: '{"role":"admin"}' })
    expect(await readAs(port, 'grace', 'grace')).toEqual([200, true])
    expect(await readAs(port, 'ada', 'grace')).toEqual([403, false])
    expect(await readAs(port, undefined, 'grace')).toEqual([403, false])
    firestore.stop()
  })
})
