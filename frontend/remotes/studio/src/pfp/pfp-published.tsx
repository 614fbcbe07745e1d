import type { Publication } from '@mcwick/api-calls'
import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink } from '@mcwick/ui'
import { useEffect, useRef } from 'react'
import type { ExportButtonsProps } from '../export/export-buttons'
import { PublishedSheet } from '../publish/published-sheet'
import { texts as shared } from '../texts'
import { texts } from './texts'

const { publish } = texts

interface PfpPublishedProps extends ExportButtonsProps {
  publication: Publication
  caption: string
  /** Whether it was published just now, or before a reload. */
  isNew: boolean
  onAgain: () => void
}

/** The confirmation. The heading of one that is held takes the focus, as that of the sheet does. */
export function PfpPublished({ publication, caption, isNew, onAgain, ...exporting }: PfpPublishedProps) {
  const { config } = useShell()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  if (publication.awaitsCheck)
    return (
      <section className="pfp-held">
        <h2 ref={heading} tabIndex={-1}>
          {shared.held}
        </h2>
        <p>{shared.heldNote}</p>
        <ButtonLink href="/verse">{shared.myPosts}</ButtonLink>
      </section>
    )
  return (
    <PublishedSheet
      heading={publish.published}
      note={branded(publish.added, config)}
      isNew={isNew}
      publication={publication}
      caption={caption}
      gallery={
        <ButtonLink href="/gallery?type=pfp" kind="success">
          {publish.view}
        </ButtonLink>
      }
      onAgain={onAgain}
      {...exporting}
    />
  )
}
