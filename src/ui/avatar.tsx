import { useState } from 'react'

/** The first letters of the first and the last word of a name, in capitals; of an e-mail address, its first letter. */
export const initialsOf = (name: string) => {
  const words = (name.split('@')[0] ?? '').match(/[\p{L}\p{N}]\p{M}*[\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const chosen = name.includes('@') || words.length < 2 ? words.slice(0, 1) : [words[0], words.at(-1)]
  return chosen.map(word => /^.\p{M}*/u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('')
}

/**
 * Background colours behind white initials: each has a contrast of at least 4.5 : 1 with white, in light and dark themes
 * alike.
 */
export const initialsColours = [
  '#1b5e9e',
  '#00695c',
  '#2e6b32',
  '#6a4a9c',
  '#9c2f5f',
  '#a33c1f',
  '#7a5200',
  '#37566b',
  '#5d4a42',
  '#4450a8',
] as const

/** The colour of a record's initials: always the same for the same uid. */
export const colourOf = (uid: string) => {
  let sum = 0
  for (const letter of uid) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return initialsColours[sum % initialsColours.length] ?? initialsColours[0]
}

/** Whether a value is the address of an image. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|data:|blob:)/.test(value)

type Props = {
  /** The uid of the record, which decides the colour of its initials. */
  readonly uid: string
  readonly name: string
  /** The address of its picture, if it has one. */
  readonly address?: unknown
  readonly shape?: 'circle' | 'square'
  /** Width and height in pixels. */
  readonly size: number
}

/**
 * The picture of a user or a company, or the initials of their name. Decorative: the name stands next to it. Its place has
 * the same size before the picture is loaded.
 */
export const Avatar = ({ uid, name, address, shape = 'circle', size }: Props) => {
  const [broken, setBroken] = useState<string>()
  const shown = isAddress(address) && address !== broken ? address : undefined
  return (
    <span
      className={`avatar ${shape}`}
      aria-hidden
      style={{
        ...{ width: size, height: size, fontSize: Math.round(size * 0.4) },
        ...(shown === undefined && { backgroundColor: colourOf(uid) }),
      }}
    >
      {shown === undefined ? (
        initialsOf(name)
      ) : (
        <img
          src={shown}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(shown)}
        />
      )}
    </span>
  )
}
