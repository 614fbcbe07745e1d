import { TestShell, testSite } from '@mcwick/testing'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import html from '../index.html?raw'
import { TopBar } from './navigation/top-bar'
import { Hero } from './pages/home/hero'

/** The first element of a selector, without what differs by where it is written: line breaks, and the folders of pictures. */
function findPart(within: ParentNode, selector: string) {
  const part = within.querySelector(selector) as HTMLElement
  part.innerHTML = part.innerHTML.replace(/\s*\n\s*/g, '').replace(/src="[^"]*\//g, 'src="')
  return part
}

// Verifies HOME-18.
it("the document's top of the landing page is what the page draws", () => {
  const document = new DOMParser().parseFromString(html.replace(/<link.*/g, ''), 'text/html')
  const template = document.querySelector('template[data-home]') as HTMLTemplateElement
  const brand = { ...testSite.brand, name: template.dataset.home ?? '', tagline: '{tagline}' }
  const { container } = render(
    <TestShell shell={{ config: { ...testSite, brand } }}>
      <TopBar />
      <Hero />
    </TestShell>,
  )
  for (const selector of ['.bar > .bar-inner > .bar-logo', '.hero'])
    expect(findPart(template.content, selector)).toEqual(findPart(container, selector))
})
