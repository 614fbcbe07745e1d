import type { JobArtwork, Publication } from '@mcwick/api-calls'
import { Dialog } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { Button, ErrorPanel, MadeBy } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { publishArtworkOnce } from '../api/publish-artwork'
import { type PublishDetails, PublishDialog } from '../publish/publish-dialog'
import { useDetails } from '../publish/use-details'
import { texts as shared } from '../texts'
import { texts } from './texts'

const { publish } = texts

interface PfpPublishProps {
  artwork: JobArtwork
  /** Its image. */
  preview: ReactNode
  onPublished: (publication: Publication, details: PublishDetails) => void
}

/** Publishing of a profile picture: a button and its dialog. A failure opens an alert above the dialog. */
export function PfpPublish({ artwork, preview, onPublished }: PfpPublishProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { details, setDetails } = useDetails(artwork.id)
  const publishing = useMutation<Publication, Error, PublishDetails>({
    mutationFn: (details) => publishArtworkOnce(artwork.id, details),
    onSuccess: onPublished,
  })
  const failure = publishing.error && describeFailure(publishing.error, publish)
  return (
    <>
      <Button kind="primary" onClick={() => setIsDialogOpen(true)}>
        {publish.open}
      </Button>
      <PublishDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        details={details}
        onChange={setDetails}
        onPublish={publishing.mutate}
        label={publishing.isPending ? publish.publishing : publish.publish}
        busy={publishing.isPending}
        isSending={publishing.isPending}
        words={publish}
        preview={<div className="studio-preview">{preview}</div>}
        madeBy={<MadeBy source={artwork.source} words={shared.madeBy} />}
      />
      <Dialog role="alertdialog" open={publishing.isError} title={publish.failedTitle} onClose={publishing.reset}>
        <ErrorPanel role="presentation" error={failure?.error} reason={failure?.reason}>
          {failure?.message}
        </ErrorPanel>
        <div className="pfp-failed-actions">
          <Button kind="primary" onClick={publishing.reset}>
            {publish.close}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
