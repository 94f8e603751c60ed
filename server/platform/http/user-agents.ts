type Known = readonly [name: string, sign: RegExp]

/** The first match wins: most browsers also name those they descend from, by other names on phones. */
const browsers: readonly Known[] = [
  ['Edge', /Edg(A|iOS)?\//],
  ['Opera', /OPR\/|OPT\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /Safari\//],
  ['Unity', /Unity/],
]
const platforms: readonly Known[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]

const nameIn = (known: readonly Known[], agent: string) =>
  known.find(([, sign]) => sign.test(agent))?.[0] ?? null

/** The browser and the operating system that a User-Agent header names; null for unknown ones. */
export const readUserAgent = (agent: string) => ({
  name: nameIn(browsers, agent),
  platform: nameIn(platforms, agent),
})

/** Programs that are no browser name themselves first: `curl/8.5.0`. */
const program = (agent: string) => /^[\w.-]{1,40}(\/[\w.-]{1,20})?/.exec(agent)?.[0] ?? ''

/** A User-Agent header in a few words: `Firefox, Linux`; for an unknown program its own name; or empty. */
export const shortUserAgent = (agent: string) => {
  const { name, platform } = readUserAgent(agent)
  return name === null ? program(agent) : [name, platform].filter(part => part !== null).join(', ')
}
