import { readFile } from 'node:fs/promises'
import { projectFile } from '~/server/platform/process/project'
import { makeDocuments } from './documents'
import { type DemoFile, makePictures } from './pictures'

/** An H.264 video of two seconds, 320 × 160; the folder's README describes how it was made. */
export const demoClip = async (): Promise<DemoFile> => ({
  name: 'Walk through the gallery.mp4',
  contentType: 'video/mp4',
  bytes: await readFile(projectFile('server/demo/files/clip.mp4')),
})

/** The files of the demo's medias: images with thumbnails, documents and a video; always the same. */
export const demoFiles = async (pictures = 60): Promise<readonly DemoFile[]> => [
  ...(await makePictures(pictures)),
  ...makeDocuments(),
  await demoClip(),
]
