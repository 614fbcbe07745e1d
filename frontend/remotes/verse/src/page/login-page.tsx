import { branded, useShell } from '@mcwick/shell-contract'
import { Button, Mascot } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import { MyPosts } from './my-posts'

interface LoginPageProps {
  heading: Ref<HTMLHeadingElement>
  onOpenDialog: (dialog: 'new' | 'existing') => void
}

/** The page /verse of a logged-out visitor. */
export function LoginPage({ heading, onOpenDialog }: LoginPageProps) {
  const { config } = useShell()
  return (
    <>
      <section className="verse verse-door">
        <Mascot pose="pose-raise" lively />
        <h1 ref={heading} tabIndex={-1}>
          {branded(texts.title, config)}
        </h1>
        <p className="verse-lead">{texts.lead}</p>
        {isSecureContext ? (
          <div className="verse-actions">
            <Button kind="primary" onClick={() => onOpenDialog('new')}>
              {texts.generate}
            </Button>
            <Button onClick={() => onOpenDialog('existing')}>{texts.enter}</Button>
          </div>
        ) : (
          <p role="alert">{texts.insecure}</p>
        )}
        <ul className="verse-perks">
          {texts.perks.map(({ title, text, pose }) => (
            <li key={title}>
              <Mascot pose={pose} />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="verse">
        <MyPosts hideWhenEmpty />
      </div>
    </>
  )
}
