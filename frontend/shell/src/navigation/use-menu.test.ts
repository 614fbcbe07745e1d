import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMenu } from './use-menu'

afterEach(() => history.replaceState(null, ''))

it('goes back once per opening, however often it is closed', () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  const { result } = renderHook(useMenu)
  const { open, close } = result.current
  const arriveBack = () =>
    act(() => {
      history.replaceState(null, '')
      dispatchEvent(new PopStateEvent('popstate'))
    })
  for (const times of [1, 2]) {
    act(open)
    expect(result.current.isOpen).toBe(true)
    close()
    close()
    arriveBack()
    close()
    expect(back).toHaveBeenCalledTimes(times)
    expect(result.current.isOpen).toBe(false)
  }
})
