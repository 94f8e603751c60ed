import type { FileStore } from '~/server/platform/storage/file-store'
import { demoInstallers } from './downloads'
import { demoFiles } from './files/documents'
import type { DemoFile } from './files/pictures'
import { makeLogos, makePortraits } from './files/portraits'
import { makeZip } from './files/zip'
import { galleryFiles, galleryViews } from './gallery'
import { type Kept, keepFiles } from './kept'

/** The video file of the 360° videos, and the files derived from it. */
export type Gallery = Readonly<Record<'film' | 'stereo' | 'poster' | 'sprite', Kept>>

/** Thumbnails of a video. */
export type VideoView = { readonly large: Kept; readonly small: Kept }

/** The files that the demo's records share. */
export type Material = {
  readonly medias: readonly Kept[]
  readonly gallery: Gallery
  readonly views: readonly VideoView[]
  /** Contents of versions. */
  readonly archives: readonly Kept[]
  readonly installers: readonly Kept[]
  /** Pictures of users, and logos of companies. */
  readonly portraits: readonly Kept[]
  readonly logos: readonly Kept[]
}

const PORTRAITS = 12
const LOGOS = 6

const ARCHIVES = 6

/** A zip archive of some pictures with a description of the scene. */
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

const keepGallery = async (files: FileStore): Promise<Gallery> => {
  const made = Object.entries(await galleryFiles())
  const kept = await keepFiles(
    files,
    made.map(([, file]) => file),
  )
  return Object.fromEntries(made.map(([name], index) => [name, kept[index]])) as Gallery
}

const keepViews = async (files: FileStore): Promise<VideoView[]> => {
  const views: VideoView[] = []
  for (const { large, small } of await galleryViews()) {
    const [one, other] = await keepFiles(files, [large, small])
    if (one && other) views.push({ large: one, small: other })
  }
  return views
}

export const keepMaterial = async (files: FileStore): Promise<Material> => {
  const made = await demoFiles()
  const medias = await keepFiles(files, made)
  const archives = Array.from({ length: ARCHIVES }, (_, index) => archive(index, made))
  return {
    medias,
    gallery: await keepGallery(files),
    views: await keepViews(files),
    archives: await keepFiles(files, archives),
    installers: await keepFiles(files, demoInstallers()),
    portraits: await keepFiles(files, await makePortraits(PORTRAITS)),
    logos: await keepFiles(files, await makeLogos(LOGOS)),
  }
}
