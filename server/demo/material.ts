import type { FileStore } from '../files/file-store'
import { demoInstallers } from './downloads'
import { demoFiles } from './files/demo-files'
import type { DemoFile } from './files/pictures'
import { makeZip } from './files/zip'
import { type Kept, keepFiles } from './kept'

/** The files that the demo's records share. */
export type Material = {
  readonly medias: readonly Kept[]
  readonly clip: Kept
  /** What versions hold. */
  readonly archives: readonly Kept[]
  readonly installers: readonly Kept[]
}

const ARCHIVES = 6

/** A few of the pictures with a description of the scene, packed. */
const archive = (index: number, pictures: readonly DemoFile[]): DemoFile => {
  const packed = pictures.slice(index * 4, index * 4 + 3 + index)
  const scene = { scene: index + 1, pictures: packed.map(({ name }) => name) }
  return {
    name: `scene-${index + 1}.zip`,
    contentType: 'application/zip',
    bytes: makeZip([
      { name: 'scene.json', bytes: Buffer.from(`${JSON.stringify(scene, undefined, 2)}\n`) },
      ...packed.map(({ name, bytes }) => ({ name: `pictures/${name}`, bytes })),
    ]),
  }
}

export const keepMaterial = async (files: FileStore): Promise<Material> => {
  const made = await demoFiles()
  const medias = await keepFiles(files, made)
  const clip = medias.find(({ file }) => file.contentType === 'video/mp4')
  if (!clip) throw new Error('The demo has no film')
  const archives = Array.from({ length: ARCHIVES }, (_, index) => archive(index, made))
  return {
    medias,
    clip,
    archives: await keepFiles(files, archives),
    installers: await keepFiles(files, demoInstallers()),
  }
}
