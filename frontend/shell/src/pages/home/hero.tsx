import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl, ButtonLink, Wordmark } from '@mcwick/ui'
import { texts } from './texts'

/** The top of the landing page: drawing, name, tagline and the two main links. */
export function Hero() {
  const { config } = useShell()
  return (
    <section className="hero">
      <img
        className="hero-art"
        src={artUrl('hero')}
        alt={texts.hero.picture}
        width="1600"
        height="900"
        fetchPriority="high"
      />
      <div className="hero-glow" />
      <div className="hero-words">
        <h1>
          <Wordmark alt={config.brand.name} width={1220} height={450} />
        </h1>
        <p className="hero-tagline">{branded(config.brand.tagline, config)}</p>
        <div className="hero-ways">
          <ButtonLink href="/ai" kind="primary">
            {texts.hero.make}
          </ButtonLink>
          <ButtonLink href="/gallery">{texts.hero.look}</ButtonLink>
        </div>
        <p className="hero-trust">{texts.hero.trust}</p>
      </div>
    </section>
  )
}
