/** Slashes and what else Storage, or its rules, would read as more than a name. */
const unsafe = /[\\#?*[\]\p{Cc}]/gu

/** Long enough to recognise a file by, short enough for any bucket's limit of 1024 bytes. */
const LONGEST = 120

/** Where a file waits until a record claims it: a path whose slashes are double hyphens (specification §7). */
export const temporaryPath = (user: string, upload: string, name: string) =>
  ['temp', user, upload, name.replace(unsafe, '_').slice(-LONGEST)].join('/').replaceAll('/', '--')
