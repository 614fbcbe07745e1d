import { Mascot } from '@mcwick/ui'
import { texts } from '../texts'
import { useRotation } from './use-rotation'

const messageMs = 2000

/** The picture's place before there is a picture; it has the picture's size from the start. */
export function Stage({ generating }: { generating: boolean }) {
  return (
    <div className="studio-stage" data-idle={generating ? undefined : ''}>
      <div className="studio-frame studio-easel">
        {generating ? (
          <Waiting />
        ) : (
          <>
            <Mascot pose="pose-wave" lively />
            <p>{texts.waiting.frame}</p>
          </>
        )}
      </div>
    </div>
  )
}

function Waiting() {
  const { text, pose } = useRotation(texts.waiting.messages, messageMs)
  return (
    <>
      <Mascot key={pose} pose={pose} lively />
      <p role="status">{text}</p>
      <div className="studio-bar" role="progressbar" aria-label={texts.waiting.bar}>
        <span />
      </div>
    </>
  )
}
