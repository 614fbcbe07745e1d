import { isOnDemand, moduleOf, packagesTooMany } from '@mcwick/mf-config/bundle-rules'
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
  ])('know the module of %s', (id, module) => {
    expect(moduleOf(id)).toBe(module)
  })

  it('refuse a second copy of what all share, and a library that is not listed', () => {
    const bundle = chunk(
      '/site/frontend/node_modules/react/index.js',
      '/site/frontend/packages/ui/src/index.ts',
      '/site/frontend/packages/forms/src/index.ts',
      '/site/frontend/node_modules/lodash/lodash.js',
    )
    expect(packagesTooMany('gallery', bundle)).toEqual([
      'react in assets/app.js',
      '@mcwick/ui in assets/app.js',
      'lodash in assets/app.js',
    ])
  })

  it('let the few lines of React pass that each part has of its own', () => {
    const bundle = chunk('/site/frontend/node_modules/react/cjs/react-jsx-runtime.production.js')
    expect(packagesTooMany('gallery', bundle)).toEqual([])
  })

  it('let a module pass of which nothing is left', () => {
    const bundle = chunk('/site/frontend/node_modules/react/index.js')
    bundle['assets/app.js'].modules['/site/frontend/node_modules/react/index.js'].renderedLength = 0
    expect(packagesTooMany('gallery', bundle)).toEqual([])
  })

  it('know what the shell fetches later', () => {
    expect(isOnDemand('shell', { facadeModuleId: '/site/frontend/shell/src/pages/lore/lore-page.tsx' })).toBe(true)
    expect(isOnDemand('shell', { facadeModuleId: '/site/frontend/node_modules/web-vitals/dist/web-vitals.js' })).toBe(
      true,
    )
    expect(isOnDemand('shell', { facadeModuleId: null })).toBe(false)
  })
})
