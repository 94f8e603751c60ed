import { useState } from 'react'
import { colourOf, initialsOf } from '~/model/pictures'

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
