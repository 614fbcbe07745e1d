import { startTransition, useEffect, useState } from 'react'
import { AboutCard } from './about-card'
import { Airdrop } from './airdrop'
import { Arcade } from './arcade'
import { ContractBox } from './contract-box'
import { GalleryPreview } from './gallery-preview'
import { Hero } from './hero'
import { LinkTiles } from './link-tiles'
import { Roadmap } from './roadmap'
import { Tools } from './tools'

/**
 * The landing page. As the first page of a visit its top is painted before the rest is rendered. Later all of it is rendered
 * at once, or the browser could not restore the scroll position.
 */
export function HomePage({ isFirst = false }: { isFirst?: boolean }) {
  const [isWhole, setIsWhole] = useState(!isFirst)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setIsWhole(true)))) // once it is painted
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <Hero />
      <div className="home">
        <LinkTiles />
        <ContractBox />
        {isWhole && (
          <>
            <AboutCard />
            <Tools />
            <GalleryPreview />
            <Airdrop />
            <Arcade />
            <Roadmap />
          </>
        )}
      </div>
    </>
  )
}
