const HOME = '/home'

// Browsers drop tabs and line breaks in an address and read a backslash as a slash.
const misread = (target: string) => target.includes('\\') || [...target].some(letter => letter < ' ')

/** A path of the panel's own origin to open after sign-in; anything else becomes the home page. */
export const safeTarget = (target: string | null, origin: string): string => {
  if (!target?.startsWith('/') || target.startsWith('//') || misread(target)) return HOME
  try {
    const url = new URL(target, origin)
    return url.origin === origin && !url.pathname.startsWith('//')
      ? `${url.pathname}${url.search}${url.hash}`
      : HOME
  } catch {
    return HOME
  }
}
