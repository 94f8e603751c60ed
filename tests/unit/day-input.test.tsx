import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DayInput, readDay, writeDay } from '~/src/ui/day-input'
import { renderScreen } from '../support/panel/render-screen'

describe('day parser', () => {
  it.each([
    ['03/07/2026', '2026-07-03'],
    ['3.7.26', '2026-07-03'],
    ['3-7-2026', '2026-07-03'],
    ['3 7 2026', '2026-07-03'],
    ['03072026', '2026-07-03'],
    [' 2026-07-03 ', '2026-07-03'],
    ['2026-07-03T10:00:00.000Z', '2026-07-03'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', undefined],
    ['12/31/2026', undefined],
    ['31/12', undefined],
    ['0/1/2026', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('parses the day %s as %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it('formats a day with the day first', () => {
    expect(writeDay('2026-07-03')).toBe('03/07/2026')
    expect(writeDay('')).toBe('')
  })
})

const Field = () => {
  const [day, setDay] = useState('')
  return (
    <>
      <DayInput label="From" value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  )
}

describe('day input', () => {
  it.each([
    ['en', 'dd/mm/yyyy'],
    ['fr', 'jj/mm/aaaa'],
    ['es', 'dd/mm/aaaa'],
  ] as const)(
    'an empty day input in %s has a placeholder and accepts the day first',
    async (language, format) => {
      const { user } = await renderScreen(<Field />, { language })
      const input = screen.getByLabelText('From')
      expect(input).toHaveValue('')
      expect(input).toHaveAttribute('placeholder', format)
      await user.type(input, '31/12/2026')
      expect(document.querySelector('output')).toHaveTextContent('2026-12-31')
      await user.clear(input)
      expect(document.querySelector('output')).toBeEmptyDOMElement()
    },
  )

  it('accepts a pasted ISO date and formats it on blur', async () => {
    const { user } = await renderScreen(<Field />)
    const input = screen.getByLabelText('From')
    await user.click(input)
    await user.paste('2026-12-31')
    await user.tab()
    expect(input).toHaveValue('31/12/2026')
  })

  it('shows an error for an invalid day on blur, keeps the text and changes no value', async () => {
    const { user } = await renderScreen(<Field />)
    const input = screen.getByLabelText('From')
    await user.type(input, '31/31/2026')
    expect(input).toBeValid()
    await user.tab()
    expect(input).toBeInvalid()
    expect(input).toHaveValue('31/31/2026')
    expect(screen.getByText('Type a day such as 31/12/2026.')).toBeVisible()
    expect(document.querySelector('output')).toBeEmptyDOMElement()
  })

  it('accepts a day from the calendar', async () => {
    await renderScreen(<Field />)
    fireEvent.change(document.querySelector('input[type=date]') as HTMLElement, {
      target: { value: '2026-07-03' },
    })
    expect(screen.getByLabelText('From')).toHaveValue('03/07/2026')
  })
})
