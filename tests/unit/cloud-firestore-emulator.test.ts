import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emulatorProgram } from '~/scripts/cloud/emulators'
import { chooseFirestore, javaVersion } from '~/scripts/cloud/firestore-emulator'

const java = (version: string) => `openjdk version "${version}" 2025-04-15\nOpenJDK Runtime Environment`
const jar = (version: string) => `cloud-firestore-emulator-v${version}.jar`

describe('the choice between the emulator of Firestore and what stands in for it', () => {
  it.each([
    [java('21.0.1'), [jar('1.22.0')], { version: '1.22.0' }],
    [java('25'), [jar('1.9.0'), jar('1.22.0'), jar('1.21.3'), 'ui-v1.15.0'], { version: '1.22.0' }],
    [java('17.0.15'), [jar('1.22.0'), jar('1.19.8'), jar('1.2.9')], { version: '1.19.8' }],
    [java('17.0.15'), [jar('1.22.0')], { lacking: 'it needs Java 21, this is 17' }],
    [java('1.8.0_312'), [jar('1.19.8')], { lacking: 'it needs Java 11, this is 8' }],
    ['', [jar('1.22.0')], { lacking: 'it needs Java 21' }],
    [java('21.0.1'), [], { lacking: 'the Firebase CLI has not downloaded it' }],
    [java('21.0.1'), ['cloud-firestore-emulator-v1.22.0.jar.partial'], { lacking: expect.any(String) }],
  ])('with %j and %j it is %j', (installed, downloads, expected) =>
    expect(chooseFirestore({ java: installed, downloads })).toEqual(expected),
  )

  it('reads the version of Java, also where nothing names one', () => {
    expect(['1.8.0', '11.0.2', '21'].map(version => javaVersion(java(version)))).toEqual([8, 11, 21])
    expect(javaVersion('bash: java: command not found')).toBe(0)
  })
})

describe('the configuration of the emulators', () => {
  const ports = { auth: 1, storage: 2, firestore: 3, hub: 4, logging: 5 }

  it.each([
    [undefined, 'auth,storage'],
    ['1.22.0', 'auth,storage,firestore'],
  ])('with the emulator of Firestore %s starts %s, under the deployed rules', (firestore, only) => {
    const folder = mkdtempSync(join(tmpdir(), 'vecto-emulators-'))
    try {
      const { args, env } = emulatorProgram(folder, ports, { firestore })
      expect(args).toEqual(expect.arrayContaining(['--only', only]))
      expect(env.FIRESTORE_EMULATOR_VERSION).toBe(firestore)
      const config = JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8'))
      expect([config.firestore, config.emulators.firestore]).toEqual(
        firestore ? [{ rules: 'firestore.rules' }, { host: '127.0.0.1', port: 3 }] : [undefined, undefined],
      )
      for (const name of ['storage.rules', 'firestore.rules'])
        expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(`deploy/firebase/${name}`, 'utf8'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
