import { defaultOptions } from 'tus-js-client'

/** The names of files whose upload was interrupted in this browser, latest first. */
export const unfinishedUploads = async (): Promise<string[]> => {
  const known = (await defaultOptions.urlStorage?.findAllUploads()) ?? []
  return known
    .sort((one, other) => other.creationTime.localeCompare(one.creationTime))
    .map(({ metadata }) => metadata.filename ?? '')
    .filter(name => name !== '')
}
