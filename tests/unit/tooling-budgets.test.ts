import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkBudgets, staticFiles } from '~/scripts/budgets'

describe('the files that a page loads statically', () => {
  it('follows static imports once each, but no lazy ones', () => {
    const manifest = {
      'index.html': { file: 'main.js', imports: ['_react.js', '_kit.js'], dynamicImports: ['src/app.tsx'] },
      '_react.js': { file: 'react.js' },
      '_kit.js': { file: 'admin.js', imports: ['_react.js', 'index.html'] },
      'src/app.tsx': { file: 'app.js', imports: ['_admin.js'] },
      '_admin.js': { file: 'admin.js' },
    }
    expect([...staticFiles(manifest, ['index.html'])]).toEqual(['main.js', 'react.js', 'admin.js'])
  })
})

describe('the budgets of a build', () => {
  const check = (backend: 'cloud' | 'onpremise', code: string, page = '') => {
    const folder = mkdtempSync(join(tmpdir(), 'vecto-budgets-'))
    mkdirSync(join(folder, '.vite'))
    const manifest = {
      'index.html': { file: 'main.js', isEntry: true },
      'src/auth/onboarding/onboarding.tsx': { file: 'page.js', imports: ['index.html'] },
    }
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'main.js'), code)
    writeFileSync(join(folder, 'page.js'), page)
    const kept = checkBudgets(backend, folder)
    rmSync(folder, { recursive: true })
    return kept
  }
  it('requires Firebase in the cloud build and forbids it in others', () => {
    expect(check('cloud', 'initializeApp("firebase")')).toBe(true)
    expect(check('onpremise', 'render()')).toBe(true)
    expect(check('onpremise', 'initializeApp("Firebase")')).toBe(false)
    expect(check('cloud', 'render()')).toBe(false)
  })

  it('limits the size of each page without a session', () => {
    const page = (bytes: number) => check('onpremise', 'render()', randomBytes(bytes).toString('base64'))
    expect(page(60_000)).toBe(true)
    expect(page(160_000)).toBe(false)
  })
})
