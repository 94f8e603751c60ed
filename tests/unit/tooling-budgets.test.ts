import { describe, expect, it } from 'vitest'
import { staticFiles } from '~/scripts/budgets'

describe('what a page loads before it runs', () => {
  it('follows static imports, once each, and no lazy ones', () => {
    const manifest = {
      'index.html': { file: 'main.js', imports: ['_react.js', '_kit.js'], dynamicImports: ['src/app.tsx'] },
      '_react.js': { file: 'react.js' },
      '_kit.js': { file: 'kit.js', imports: ['_react.js', 'index.html'] },
      'src/app.tsx': { file: 'app.js', imports: ['_admin.js'] },
      '_admin.js': { file: 'admin.js' },
    }
    expect([...staticFiles(manifest, ['index.html'])]).toEqual(['main.js', 'react.js', 'kit.js'])
  })
})
