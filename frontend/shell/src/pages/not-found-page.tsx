import { artUrl, ButtonLink } from '@mcwick/ui'
import { texts } from '../texts'

export function NotFoundPage() {
  return (
    <section className="lights-out">
      <img src={artUrl('404')} alt="404" width="1600" height="900" />
      <h1>{texts.titles.notFound}</h1>
      <p>{texts.notFound.line}</p>
      <ButtonLink href="/" kind="primary">
        {texts.notFound.action}
      </ButtonLink>
    </section>
  )
}
