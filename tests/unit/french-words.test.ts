import { expect, it } from 'vitest'
import reactAdmin from '~/i18n/fr/react-admin'

it('the French label of the edit button is “Modifier”, and react-admin’s other labels are unchanged', () => {
  expect(reactAdmin.ra.action.edit).toBe('Modifier')
  expect(reactAdmin.ra.action.delete).toBe('Supprimer')
})
