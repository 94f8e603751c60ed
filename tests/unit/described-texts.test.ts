import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describedTexts } from '../support/description/described-texts'

const texts = describedTexts(JSON.parse(readFileSync('docs/openapi.json', 'utf8')))

describe('OpenAPI description', () => {
  it('every text of every request has a maximum length', () => {
    const unlimited = texts
      .filter(({ isFixed, maxLength }) => !isFixed && maxLength === undefined)
      .map(({ method, path, name }) => `${method} ${path} ${name}`)
    expect(unlimited).toEqual([])
  })

  it('describedTexts lists texts of bodies, queries and headers', () => {
    const names = texts.map(({ method, path, in: place, name }) => `${method} ${path} ${place} ${name}`)
    expect(names).toContain('POST /login body password')
    expect(names).toContain('GET /medias query q')
    expect(names).toContain('POST /templates body subject.en')
    expect(names).toContain('POST /medias body tags.0')
    expect(names).toContain('POST /companies header Idempotency-Key')
  })
})
