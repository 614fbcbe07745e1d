import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Boundary } from './boundary'

function Broken(): never {
  throw new Error('no such chunk')
}

describe('Boundary', () => {
  it('keeps a failure to itself', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    render(
      <>
        <Boundary fallback={<p>dark</p>}>
          <Broken />
        </Boundary>
        <p>bright</p>
      </>,
    )
    expect(screen.getByText('dark')).toBeTruthy()
    expect(screen.getByText('bright')).toBeTruthy()
    expect(warn).toHaveBeenCalledOnce()
  })
})
