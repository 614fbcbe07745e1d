import { type Image, reportPublication } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ReportButton } from '@mcwick/forms'
import { Badge, MadeBy } from '@mcwick/ui'
import { altText, typeLabel } from './describe'
import { texts } from './texts'

/** The labels of an image: type, style of a meme, source (except for art, which operators upload), and the report button. */
export function ImageBadges({ image }: { image: Image }) {
  return (
    <div className="gallery-badges">
      <Badge tone="action">{typeLabel(image)}</Badge>
      {image.type === 'meme' && image.style && <Badge>{image.style}</Badge>}
      {image.type !== 'art' && <MadeBy source={image.source} words={texts.madeBy} />}
      <ReportButton
        subject={altText(image)}
        reasons={texts.reasons}
        send={(report) => userAction('report picture', (span) => reportPublication(image.id, report, { span }))}
      />
    </div>
  )
}
