import { readFile } from 'node:fs/promises'
import type { DemoFile } from '~/server/demo/files/pictures'
import { projectFile } from '~/server/platform/process/project'
import facts from './gallery.json' with { type: 'json' }

const read = async (name: string, contentType: string): Promise<DemoFile> => ({
  name,
  contentType,
  bytes: await readFile(projectFile(`server/demo/films/${name}`)),
})

/** What is known of the film of the demo: `part` is what its stereoscopic film shows, in seconds. */
export const galleryFacts = facts

/** A walk through a gallery, as a 360° video and, for a part of it, in 3D; `npm run demo-films` draws it. */
export const galleryFiles = async () => ({
  film: await read('gallery.mp4', 'video/mp4'),
  stereo: await read('gallery-stereo.mp4', 'video/mp4'),
  poster: await read('gallery.jpg', 'image/jpeg'),
  sprite: await read('gallery-sprite.jpg', 'image/jpeg'),
})
