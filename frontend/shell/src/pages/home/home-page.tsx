import { AboutCard } from './about-card'
import { Airdrop } from './airdrop'
import { Arcade } from './arcade'
import { ContractBox } from './contract-box'
import { GalleryPreview } from './gallery-preview'
import { Hero } from './hero'
import { LinkTiles } from './link-tiles'
import { Roadmap } from './roadmap'
import { Tools } from './tools'

/** The landing page. */
export function HomePage() {
  return (
    <>
      <Hero />
      <div className="home">
        <LinkTiles />
        <ContractBox />
        <AboutCard />
        <Tools />
        <GalleryPreview />
        <Airdrop />
        <Arcade />
        <Roadmap />
      </div>
    </>
  )
}
