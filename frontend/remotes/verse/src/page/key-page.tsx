import { branded, useShell } from '@mcwick/shell-contract'
import { Button, Mascot } from '@mcwick/ui'
import { texts } from '../texts'
import { MyPosts } from './my-posts'

/** For whoever is not logged in. */
export function KeyPage({ onAsk }: { onAsk: (way: 'new' | 'existing') => void }) {
  const { config } = useShell()
  return (
    <>
      <section className="verse verse-door">
        <Mascot pose="pose-raise" lively />
        <h1>{branded(texts.title, config)}</h1>
        <p className="verse-lead">{texts.lead}</p>
        {isSecureContext ? (
          <div className="verse-ways">
            <Button kind="primary" onClick={() => onAsk('new')}>
              {texts.generate}
            </Button>
            <Button onClick={() => onAsk('existing')}>{texts.enter}</Button>
          </div>
        ) : (
          <p role="alert">{texts.insecure}</p>
        )}
      </section>
      <div className="verse">
        <MyPosts quiet />
      </div>
    </>
  )
}
