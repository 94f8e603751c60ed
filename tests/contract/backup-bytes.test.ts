import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKeys } from '~/server/platform/backup/vault/encryption'
import { sendBackup } from '~/server/platform/backup/vault/send-backup'
import { folderVault } from '~/server/platform/backup/vault/vault'
import { long } from '../support/process/long'
import { command, faultsIn } from '../support/server/backups'
import { emptyInstallation, installation as installationIn } from '../support/server/file-installation'
import { flipByte } from '../support/storage/flipped-bytes'
import { type S3Server, startS3 } from '../support/storage/s3-server'

let place: string
let s3: S3Server

const installation = (name: string, settings = {}) => installationIn(join(place, name), settings)

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-bytes-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(place, { recursive: true, force: true })
})

/** Replaces a file by one with other bytes, without changing the hard links to it. */
const flipAlone = (file: string) => {
  copyFileSync(file, `${file}.new`)
  rmSync(file)
  copyFileSync(`${file}.new`, file)
  rmSync(`${file}.new`)
  flipByte(file)
}

describe('a byte that changes in an earlier backup', () => {
  it(
    'a backup copies a file from the bucket when its copy in the previous backup has changed',
    long,
    async () => {
      const home = await installation('bucket', s3.settings)
      expect((await home.backUp('backups/1')).status).toBe(0)
      for (const id of [home.id, home.last]) flipByte(home.at('backups/1/files', id))
      const { status, output } = await home.backUp('backups/2')
      expect([status, output]).toEqual([0, expect.stringContaining('is complete')])
      for (const id of [home.id, home.last]) expect(output).toContain(home.at('backups/1/files', id))
      expect(await faultsIn(home.at('backups/2'))).toEqual([])
      expect((await home.backUp('backups/2', '--verify')).status).toBe(0)
      const verified = await home.backUp('backups/1', '--verify')
      expect([verified.status, verified.output]).toEqual([
        1,
        expect.stringContaining(`files/${home.id} is damaged`),
      ])
      expect(verified.output).toContain(`files/${home.last} is damaged`)
    },
  )

  it(
    'a backup reports a file as missing when its copy in the previous backup has changed',
    long,
    async () => {
      const home = await installation('lost', {})
      expect((await home.backUp('backups/1')).status).toBe(0)
      flipAlone(home.at('backups/1/files', home.id))
      rmSync(home.at('data/files', home.id))
      const { status, output } = await home.backUp('backups/2', '--quick')
      expect([status, output]).toEqual([0, expect.stringContaining(`The file ${home.id} is missing`)])
      expect(await faultsIn(home.at('backups/2'))).toEqual([{ id: home.id, fault: 'missing' }])
    },
  )
})

describe('a byte that changes in the store', () => {
  it(
    'a backup with a damaged file of the store is incomplete, and names it when made and restored',
    long,
    async () => {
      const home = await installation('damaged', {})
      flipByte(home.at('data/files', home.id))
      const { status, output } = await home.backUp('backups/1')
      expect([status, output]).toEqual([
        1,
        expect.stringContaining(`The file ${home.id} is damaged in the store`),
      ])
      expect(output).not.toContain('is complete')
      expect(await faultsIn(home.at('backups/1'))).toEqual([{ id: home.id, fault: 'damaged' }])
      const again = await home.backUp('backups/2', '--quick')
      expect([again.status, await faultsIn(home.at('backups/2'))]).toEqual([
        1,
        [{ id: home.id, fault: 'damaged' }],
      ])
      const other = await emptyInstallation(home.at('restored'))
      const restored = await command('restore', [home.at('backups/2')], other)
      expect([restored.status, restored.output]).toEqual([
        0,
        expect.stringContaining('1 file(s) were damaged when the backup was made'),
      ])
    },
  )

  it('the doctor names a file whose bytes have changed', long, async () => {
    const home = await installation('examined', {})
    const before = await command('doctor', [], home.env)
    expect(before.output).toContain('✓ All 6 files are in the store; 6 were read and have their bytes')
    flipByte(home.at('data/files', home.id))
    for (const args of [[], ['--read']]) {
      const { status, output } = await command('doctor', args, home.env)
      expect([status, output]).toEqual([1, expect.stringContaining(`${home.id} (other bytes)`)])
    }
  })

  it('a backup reports a thumbnail whose bytes differ from the previous backup', long, async () => {
    const home = await installation('thumbnail', {})
    expect((await home.backUp('backups/1')).status).toBe(0)
    flipByte(home.at('data/files', home.last))
    const damaged = [{ id: home.last, fault: 'damaged' }]
    for (const name of ['backups/2', 'backups/3']) {
      expect((await home.backUp(name)).status).toBe(1)
      expect(await faultsIn(home.at(name))).toEqual(damaged)
    }
  })

  it('a backup replaces a damaged file by an intact copy of the previous backup', long, async () => {
    const home = await installation('rescued', {})
    expect((await home.backUp('backups/1')).status).toBe(0)
    flipAlone(home.at('data/files', home.id))
    const { status, output } = await home.backUp('backups/2')
    expect([status, output]).toEqual([
      0,
      expect.stringContaining(`The file ${home.id} is missing or damaged`),
    ])
    expect(await faultsIn(home.at('backups/2'))).toEqual([{ id: home.id, fault: 'rescued' }])
    expect((await home.backUp('backups/2', '--verify')).status).toBe(0)
  })
})

describe('a byte that changes in a vault', () => {
  it(
    'finds a changed object of a vault with and without the private key, and sends its file again',
    long,
    async () => {
      const home = await installation('vault', {})
      const keys = await newKeys()
      const env = { ...home.env, BACKUP_RECIPIENT: keys.recipient }
      const vault = home.at('vault')
      const backUp = (...args: string[]) => command('backup', [vault, ...args], env)
      expect((await backUp()).status).toBe(0)
      expect((await backUp('--verify')).output).toContain('is intact')
      flipByte(join(vault, 'files', `${home.id}.age`))
      const found = await backUp('--verify')
      expect([found.status, found.output]).toEqual([1, expect.stringContaining(`${home.id}.age is damaged`)])
      const key = home.at('key')
      writeFileSync(key, keys.identity)
      const opened = await command('backup', [vault, '--verify'], { ...env, BACKUP_IDENTITY_FILE: key })
      expect([opened.status, opened.output]).toEqual([
        1,
        expect.stringContaining(`files/${home.id} is damaged`),
      ])
      const again = await backUp()
      expect([again.status, again.output]).toEqual([0, expect.stringContaining('Sent 1 of 6 file(s)')])
      expect(again.output).toContain(`files/${home.id}.age in ${vault} is damaged, and sent again`)
      expect((await backUp('--verify')).status).toBe(0)
      const [first = ''] = readdirSync(join(vault, 'backups')).sort()
      expect((await backUp('--verify', '--backup', first)).status).toBe(0)
      const afterwards = await command('backup', [vault, '--verify'], { ...env, BACKUP_IDENTITY_FILE: key })
      expect([afterwards.status, afterwards.output]).toEqual([0, expect.stringContaining('is intact')])
    },
  )

  it('reuses the files of an interrupted first backup in a vault', long, async () => {
    const home = await installation('interrupted', {})
    const { recipient } = await newKeys()
    const vault = home.at('vault')
    const backUp = () => command('backup', [vault], { ...home.env, BACKUP_RECIPIENT: recipient })
    expect((await backUp()).output).toContain('Sent 6 of 6 file(s)')
    const [name = ''] = readdirSync(join(vault, 'backups'))
    for (const last of ['manifest.json.age', 'sent'])
      rmSync(join(vault, 'backups', name, last), { recursive: true })
    expect((await backUp()).output).toContain('Sent 0 of 6 file(s)')
  })

  it('refuses to send a file to a vault that has changed since its backup, and names it', long, async () => {
    const home = await installation('sent', {})
    const snapshot = home.at('snapshot')
    expect((await command('backup', [snapshot], home.env)).status).toBe(0)
    flipByte(join(snapshot, 'files', home.id))
    const vault = home.at('vault')
    const sending = sendBackup(snapshot, folderVault(vault), {
      recipient: undefined,
      reading: 'all',
      signal: new AbortController().signal,
      report: () => undefined,
    })
    await expect(sending).rejects.toThrow(new RegExp(`${home.id} is damaged`))
    expect(existsSync(join(vault, 'files', home.id))).toBe(false)
  })
})
