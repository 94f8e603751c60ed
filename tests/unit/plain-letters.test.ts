import { expect, it } from 'vitest'
import * as diacritic from '~/src/app/native/plain-letters'

it('finds names of columns whatever their accents, as react-admin imports it', () => {
  expect(diacritic.clean('Créé à Cádiz')).toBe('Cree a Cadiz')
})
