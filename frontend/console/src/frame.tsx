import { Button } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useOperator, useSignOut } from './api/operator'
import { pages } from './pages/pages'

/** The navigation around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const operator = useOperator()
  const { mutate: signOut } = useSignOut()
  const [location] = useLocation()
  return (
    <>
      <header className="console-bar">
        <a className="console-skip" href="#page">
          Skip to the page
        </a>
        <nav aria-label="Console">
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
      <main id="page" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
