import { readFile } from 'node:fs/promises'
import { projectFile } from '~/server/platform/process/project'
import { makeDocuments } from './documents'
import { type DemoFile, makePictures } from './pictures'

/** A real H.264 film of two seconds, 320 × 160; the folder's README says how it was made. */
export const demoClip = async (): Promise<DemoFile> => ({
  name: 'Walk through the gallery.mp4',
  contentType: 'video/mp4',
  bytes: await readFile(projectFile('server/demo/files/clip.mp4')),
})

/** What the demo's medias hold: pictures with their thumbnails, documents and a film; always the same. */
export const demoFiles = async (pictures = 60): Promise<readonly DemoFile[]> => [
  ...(await makePictures(pictures)),
  ...makeDocuments(),
  await demoClip(),
]
