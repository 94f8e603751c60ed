import { type JobName, jobNames } from '~/model/job-types'
import { fromKeys } from '~/model/objects'
import { makeThumbnails } from '~/server/features/medias/thumbnails'
import type { JobHandler } from '~/server/features/processing/job-run'
import { makePictures } from '~/server/features/processing/make-pictures'
import { makeSegment } from '~/server/features/vectos/make-segment'
import { makeVecto } from '~/server/features/vectos/make-vecto'
import { makePreview } from '~/server/features/videos/make-preview'
import { prepareVideo } from '~/server/features/videos/prepare-video'
import { surveyForDepth } from '~/server/features/videos/survey-video'

/** @throws Error naming a job that does not have exactly one handler: the server does not start */
export const handlersFor = (names: readonly JobName[], all: readonly JobHandler[]) =>
  fromKeys(names, name => {
    const found = all.filter(handler => handler.name === name)
    const [handler] = found
    if (!handler || found.length > 1)
      throw new Error(`The job ${name} has ${found.length} handlers: it needs one.`)
    return handler
  })

export const handlers = handlersFor(jobNames, [
  makeThumbnails,
  prepareVideo,
  surveyForDepth,
  makePreview,
  makeVecto,
  makeSegment,
  makePictures,
])
