import { Button } from '@mcwick/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useOperator, useSignOut } from './api/operator'
import { Failure } from './components/failure'
import { pages } from './pages/pages'

/** The navigation around every page. Another page names the window and takes the focus, so that screen readers announce it. */
export function Frame({ children }: { children: ReactNode }) {
  const operator = useOperator()
  const { mutate: signOut, error } = useSignOut()
  const [location] = useLocation()
  const navigation = useRef<HTMLElement>(null)
  const main = useRef<HTMLElement>(null)
  const previousLocation = useRef(location)
  useEffect(() => {
    const title = location.startsWith('/cases/') ? 'Case' : pages.find(({ path }) => path === location)?.label
    document.title = title ? `${title} · Console` : 'Console'
    const current = navigation.current?.querySelector(`[href="${CSS.escape(location)}"]`)
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
    const hasFocus = main.current?.contains(document.activeElement) // a page may focus a field of its own
    const isOpened = previousLocation.current === '/' || previousLocation.current === location // the console leads on from /
    if (!isOpened && !hasFocus) main.current?.focus({ preventScroll: true })
    previousLocation.current = location
    return () => {
      document.title = 'Console'
    }
  }, [location])
  return (
    <>
      <header className="console-bar">
        <a className="console-skip" href="#page">
          Skip to the page
        </a>
        <nav aria-label="Console" ref={navigation}>
          {pages.map(
            ({ path, label }) =>
              label && (
                <Link key={path} href={path} aria-current={location === path ? 'page' : undefined}>
                  {label}
                </Link>
              ),
          )}
        </nav>
        <p>{operator.name}</p>
        <Button size="small" onClick={() => signOut()}>
          Sign out
        </Button>
      </header>
      <main id="page" tabIndex={-1} ref={main}>
        {error && <Failure what="You are still signed in." error={error} />}
        {children}
      </main>
    </>
  )
}
