/** Characters that Storage, or its rules, would not read as part of a name, and lone surrogates, which URLs cannot hold. */
const unsafe = /[\\#?*[\]\p{Cc}\p{Cs}]/gu

/** Enough characters to recognise a file, and few enough for any bucket's limit of 1024 bytes. */
const LONGEST = 120

/** The end of a name, cut between code points. */
const lastOf = (name: string) => [...name].slice(-LONGEST).join('')

/** A file's temporary path until a record attaches it; slashes become double hyphens (specification §7). */
export const temporaryPath = (user: string, upload: string, name: string) =>
  ['temp', user, upload, lastOf(name.replace(unsafe, '_'))].join('/').replaceAll('/', '--')
