import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCommandLine } from '~/scripts/build-plugins'
import type { MediaFile } from '~/tests/support/video/media-files'

/** Compiles the command line as the panel's build does. @returns its file */
export const buildCommandLine = async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'vecto-cli-')), 'vecto.mjs')
  writeFileSync(path, await compileCommandLine('cli/main.ts', 'vecto.mjs'))
  return path
}

/** Runs the command line in its own process. `env`: VECTO_URL, VECTO_TOKEN, LANG. */
export const startCommandLine = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, LANG: 'en_GB.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      said += text
    })
  const exited = once(child, 'exit')
  return {
    pid: child.pid,
    said: () => said,
    kill9: async () => {
      child.kill('SIGKILL')
      await exited
    },
    ended: async () => {
      const [code] = await exited
      return { code, said }
    },
  }
}

/** Creates a folder with video files, by relative path, for the command line to upload. */
export const filmFolders = () => {
  const folders: string[] = []
  return {
    folderOf: (files: Readonly<Record<string, MediaFile | string>>) => {
      const folder = mkdtempSync(join(tmpdir(), 'vecto-films-'))
      folders.push(folder)
      for (const [path, file] of Object.entries(files)) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), typeof file === 'string' ? file : file.bytes)
      }
      return folder
    },
    remove: () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
