import { ApiError } from '~/model/errors'

/** For a record whose place was taken by others: there are as many of its kind as there may be. */
export const restoreFull = (name: string, limit: number) =>
  new ApiError('restore_full', 'There are as many as there may be', { params: { name, limit } })
