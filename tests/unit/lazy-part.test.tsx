import { render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart } from '~/src/ui/lazy-part'

const Named = ({ name }: { name: string }) => {
  const [first] = useState(name)
  return <p>{`${name}, first ${first}`}</p>
}

const namedPart = () => lazyPart(async () => Named)
const waiting = <p>Waiting</p>

describe('lazyPart', () => {
  it('a lazy part suspends until its component is loaded', async () => {
    const Part = namedPart()
    render(
      <Suspense fallback={waiting}>
        <Part name="Ada" />
      </Suspense>,
    )
    expect(screen.getByText('Waiting')).toBeVisible()
    expect(await screen.findByText('Ada, first Ada')).toBeVisible()
  })

  it('a lazy part renders without suspending after a preload', async () => {
    const Part = namedPart()
    await Part.preload()
    render(
      <Suspense fallback={waiting}>
        <Part name="Ada" />
      </Suspense>,
    )
    expect(screen.getByText('Ada, first Ada')).toBeVisible()
  })

  it('a lazy part keeps its state when it renders again after suspending', async () => {
    const Part = namedPart()
    const screenOf = (name: string) => (
      <Suspense fallback={waiting}>
        <Part name={name} />
      </Suspense>
    )
    const { rerender } = render(screenOf('Ada'))
    await screen.findByText('Ada, first Ada')
    rerender(screenOf('Bea'))
    expect(screen.getByText('Bea, first Ada')).toBeVisible()
  })

  it('a failed preload of a lazy part rejects, and rendering loads it again', async () => {
    let attempts = 0
    const Part = lazyPart(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('Offline')
      return Named
    })
    await expect(Part.preload()).rejects.toThrow('Offline')
    render(
      <Suspense fallback={waiting}>
        <Part name="Ada" />
      </Suspense>,
    )
    expect(await screen.findByText('Ada, first Ada')).toBeVisible()
  })
})
