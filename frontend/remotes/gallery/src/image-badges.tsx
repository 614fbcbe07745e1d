import { type Image, reportPublication, reportSharedVideo, withdrawPublication } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ReportButton, WithdrawDialog } from '@mcwick/forms'
import { Badge, MadeBy } from '@mcwick/ui'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { altText, typeLabel } from './describe'
import { texts } from './texts'

interface ImageBadgesProps {
  image: Image
  /** Set for a visitor's own image: called once they took it down. */
  onWithdrawn?: (() => void) | undefined
}

/**
 * The labels of an image: type, style of a meme, source (except for art, which operators upload); and the report button,
 * or for one's own image a button that takes it down.
 */
export function ImageBadges({ image, onWithdrawn }: ImageBadgesProps) {
  const isVideo = image.type === 'video'
  const report = isVideo ? reportSharedVideo : reportPublication
  return (
    <div className="gallery-badges">
      <Badge tone="action">{typeLabel(image)}</Badge>
      {image.type === 'meme' && image.style && <Badge>{image.style}</Badge>}
      {image.type !== 'art' && <MadeBy source={image.source} words={isVideo ? texts.videoBy : texts.madeBy} />}
      {onWithdrawn ? (
        <WithdrawButton image={image} onWithdrawn={onWithdrawn} />
      ) : (
        <ReportButton
          id={image.id}
          subject={altText(image)}
          reasons={texts.reasons}
          send={(body) => userAction('report picture', (span) => report(image.id, body, { span }))}
        />
      )}
    </div>
  )
}

function WithdrawButton({ image, onWithdrawn }: { image: Image; onWithdrawn: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="mc-report" onClick={() => setIsOpen(true)}>
        {texts.picture.withdraw}
      </button>
      {createPortal(
        <WithdrawDialog
          open={isOpen}
          id={image.id}
          send={() => userAction('take a picture down', (span) => withdrawPublication(image.id, { span }))}
          onClose={() => setIsOpen(false)}
          onWithdrawn={onWithdrawn}
        />,
        document.body,
      )}
    </>
  )
}
