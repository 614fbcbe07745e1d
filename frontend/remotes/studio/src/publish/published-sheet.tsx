import type { Publication } from '@mcwick/api-calls'
import { SuccessSheet } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink, Picture } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { ExportButtons, type ExportButtonsProps } from '../export/export-buttons'
import { texts } from '../texts'

interface PublishedSheetProps extends ExportButtonsProps {
  heading: string
  note?: string
  isNew: boolean
  publication: Pick<Publication, 'id' | 'objectName' | 'variants' | 'placeholder'>
  caption: string
  /** The link to the gallery. */
  gallery: ReactNode
  onAgain: () => void
}

/** The success sheet of a published picture. */
export function PublishedSheet(props: PublishedSheetProps) {
  const { heading, note, isNew, publication, caption, gallery, onAgain, ...exporting } = props
  const { config } = useShell()
  const path = `/gallery/${publication.id}`
  const text = caption || branded(texts.shareText, config)
  return (
    <SuccessSheet
      heading={heading}
      isNew={isNew}
      page={{ path, title: config.brand.name, text }}
      file={{
        name: `${config.brand.slug}-${exporting.kind}.png`,
        type: 'image/png',
        load: exporting.exportImage,
      }}
      links={
        <>
          {gallery}
          <ButtonLink href={path} size="small">
            {texts.openPicture}
          </ButtonLink>
        </>
      }
      tools={<ExportButtons {...exporting} />}
      onAgain={onAgain}
    >
      {note && <p>{note}</p>}
      <Picture
        image={publication}
        alt={texts.picture}
        sizes="(width >= 56rem) 24rem, 90vw"
        className="mc-success-picture"
        eager
      />
    </SuccessSheet>
  )
}
