/** Characters that Storage, or its rules, would not read as part of a name. */
const unsafe = /[\\#?*[\]\p{Cc}]/gu

/** Enough characters to recognise a file, and few enough for any bucket's limit of 1024 bytes. */
const LONGEST = 120

/** A file's temporary path until a record attaches it; slashes become double hyphens (specification §7). */
export const temporaryPath = (user: string, upload: string, name: string) =>
  ['temp', user, upload, name.replace(unsafe, '_').slice(-LONGEST)].join('/').replaceAll('/', '--')
