import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'

function Broken(): never {
  throw new Error('no such chunk')
}

describe('ErrorBoundary', () => {
  it('renders the fallback and leaves siblings alone', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    render(
      <>
        <ErrorBoundary fallback={<p>dark</p>}>
          <Broken />
        </ErrorBoundary>
        <p>bright</p>
      </>,
    )
    expect(screen.getByText('dark')).toBeTruthy()
    expect(screen.getByText('bright')).toBeTruthy()
  })
})
