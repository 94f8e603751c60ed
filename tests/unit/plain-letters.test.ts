import { expect, it } from 'vitest'
import * as diacritic from '~/src/app/replaced-modules/plain-letters'

it('ignores accents in column names when react-admin searches them', () => {
  expect(diacritic.clean('Créé à Cádiz')).toBe('Cree a Cadiz')
})
