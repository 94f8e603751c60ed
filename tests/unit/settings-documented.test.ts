import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settingNames } from '~/server/platform/config/config'

it.each(settingNames)('docs/operations.md documents the setting %s', name => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const prefix = name.replace(/_[A-Z]+$/, '_…')
  expect(page.includes(`\`${name}\``) || page.includes(`\`${prefix}\``)).toBe(true)
})
