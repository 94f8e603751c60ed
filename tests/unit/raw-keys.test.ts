import { describe, expect, it } from 'vitest'
import { rawKeysIn } from '../support/browser/raw-keys'

describe('raw translation keys', () => {
  it.each(['resources.videos.fields.lens', 'ra.action.save', 'roles.superuser', 'errors.unheardOf'])(
    'finds the key %s in a text',
    key => {
      expect(rawKeysIn(`Status: ${key}, since yesterday`)).toEqual([key])
    },
  )

  it.each([
    'home.mp4',
    'root@mail.example',
    'https://users.example/home.html',
    'videos/home.movie',
    'e.g. this',
  ])('does not take %s for a key', text => {
    expect(rawKeysIn(`Status: ${text}, since yesterday`)).toEqual([])
  })
})
