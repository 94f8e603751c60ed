import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyPage, howToPages } from '../support/description/how-to'

describe('the how-to pages', () => {
  it('every code change of a how-to page applies to the code', async () => {
    const changed = new Map<string, string>()
    const commands: string[] = []
    const read = (place: string): string => changed.get(place) ?? readFileSync(place, 'utf8')
    const target = {
      // The commands are not run: the new language is a copy of English.
      read: (place: string) => changed.get(place) ?? read(place.replace('i18n/de/', 'i18n/en/')),
      write: (place: string, text: string) => void changed.set(place, text),
      run: async (lines: string) => void commands.push(lines),
    }
    for (const page of howToPages) await applyPage(`docs/adding-a-${page}.md`, target)
    expect(changed.size).toBeGreaterThan(howToPages.length)
    expect(commands.length).toBeGreaterThan(0)
  })
})
