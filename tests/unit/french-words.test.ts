import { expect, it } from 'vitest'
import reactAdmin from '~/i18n/fr/react-admin'

it('the action that opens a form says Modifier in French, and the other texts of react-admin stay', () => {
  expect(reactAdmin.ra.action.edit).toBe('Modifier')
  expect(reactAdmin.ra.action.delete).toBe('Supprimer')
})
