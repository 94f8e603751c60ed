import { findFfmpeg } from './find-programs'
import { provideSystemPackages } from './system-packages'

/** ffmpeg, installed where the system lets us; without it everything runs but the making of videos, which waits. */
export const provideVideoTools = async () => {
  if (findFfmpeg()) return
  console.log('Looking for ffmpeg, which makes the videos…')
  for (const remedy of (await provideSystemPackages(['ffmpeg'])).values())
    console.log(`${remedy}. Until then uploads work, and videos wait to be made.`)
}
