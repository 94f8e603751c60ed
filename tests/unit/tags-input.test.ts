import { describe, expect, it } from 'vitest'
import { readTags } from '~/src/admin/form/field-input'

describe('tags', () => {
  it.each([
    [['harbour'], ['harbour']],
    [
      ['harbour, night', 'sea'],
      ['harbour', 'night', 'sea'],
    ],
    [['harbour\nnight\r\nsea\tsky;quay'], ['harbour', 'night', 'sea', 'sky', 'quay']],
    [['harbour', ' harbour '], ['harbour']],
    [[' , ;'], []],
    [undefined, []],
  ])('splits the input %j into the tags %j', (typed, tags) => {
    expect(readTags(typed)).toEqual(tags)
  })
})
