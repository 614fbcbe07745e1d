import { type Image, reportPublication } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ReportButton } from '@mcwick/forms'
import { Badge, MadeBy } from '@mcwick/ui'
import { altOf, badgeOf } from './describe'
import { texts } from './texts'

/** What kind of picture it is, a meme's style, who made it unless operators brought it, and the way to say that something is wrong with it. */
export function Badges({ image }: { image: Image }) {
  return (
    <div className="gallery-badges">
      <Badge tone="action">{badgeOf(image)}</Badge>
      {image.type === 'meme' && image.style && <Badge>{image.style}</Badge>}
      {image.type !== 'art' && <MadeBy source={image.source} words={texts.madeBy} />}
      <ReportButton
        subject={altOf(image)}
        reasons={texts.reasons}
        send={(report) => userAction('report picture', (span) => reportPublication(image.id, report, { span }))}
      />
    </div>
  )
}
