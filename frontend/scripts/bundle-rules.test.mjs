import { disallowedPackages, isOnDemand, moduleOf } from '@mcwick/mf-config/bundle-rules'
import { describe, expect, it } from 'vitest'

const chunk = (...ids) => ({
  'assets/app.js': {
    type: 'chunk',
    fileName: 'assets/app.js',
    modules: Object.fromEntries(ids.map((id) => [id, { renderedLength: 9 }])),
  },
})

describe('bundle rules', () => {
  it.each([
    ['/site/frontend/node_modules/react-dom/client.js', 'react-dom/client.js'],
    ['/site/frontend/node_modules/@tanstack/react-query/build/index.js?x', '@tanstack/react-query/build/index.js'],
    ['/site/frontend/packages/ui/src/index.ts', '@mcwick/ui/src/index.ts'],
    ['/site/frontend/remotes/gallery/src/app.tsx', undefined],
    ['\0virtual:mf', undefined],
  ])('moduleOf returns the module of %s', (id, module) => {
    expect(moduleOf(id)).toBe(module)
  })

  it('disallow a second copy of a shared package, and an unlisted library', () => {
    const bundle = chunk(
      '/site/frontend/node_modules/react/index.js',
      '/site/frontend/packages/ui/src/index.ts',
      '/site/frontend/packages/forms/src/index.ts',
      '/site/frontend/node_modules/lodash/lodash.js',
    )
    expect(disallowedPackages('gallery', bundle)).toEqual([
      'react in assets/app.js',
      '@mcwick/ui in assets/app.js',
      'lodash in assets/app.js',
    ])
  })

  it('allow the JSX runtime of React in each part', () => {
    const bundle = chunk('/site/frontend/node_modules/react/cjs/react-jsx-runtime.production.js')
    expect(disallowedPackages('gallery', bundle)).toEqual([])
  })

  it('allow a module that is removed by tree shaking', () => {
    const bundle = chunk('/site/frontend/node_modules/react/index.js')
    bundle['assets/app.js'].modules['/site/frontend/node_modules/react/index.js'].renderedLength = 0
    expect(disallowedPackages('gallery', bundle)).toEqual([])
  })

  it('list what the shell loads on demand', () => {
    expect(isOnDemand('shell', { facadeModuleId: '/site/frontend/shell/src/pages/lore/lore-page.tsx' })).toBe(true)
    expect(isOnDemand('shell', { facadeModuleId: '/site/frontend/node_modules/web-vitals/dist/web-vitals.js' })).toBe(
      true,
    )
    expect(isOnDemand('shell', { facadeModuleId: null })).toBe(false)
  })
})
