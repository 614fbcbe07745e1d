import type { JobArtwork, Publication } from '@mcwick/api-calls'
import { Dialog } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { branded, useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink, ErrorPanel, MadeBy } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { publishPicture } from '../api/publish-picture'
import { noDetails, type PublishDetails, PublishDialog } from '../publish/publish-dialog'
import { texts as shared } from '../texts'
import { ArtworkView } from './artwork-view'
import { texts } from './texts'

const { publish } = texts

interface PfpPublishProps {
  artwork: JobArtwork
  onPublished: () => void
}

/** The way to the wall: a dialog, and then where it hangs. A failure lies over the dialog, which keeps its words. */
export function PfpPublish({ artwork, onPublished }: PfpPublishProps) {
  const [asking, setAsking] = useState(false)
  const [details, setDetails] = useState(noDetails)
  const publishing = useMutation<Publication, Error, PublishDetails>({
    mutationFn: (details) => publishPicture(artwork.id, details),
    onSuccess: () => {
      setAsking(false)
      onPublished()
    },
  })
  if (publishing.isSuccess) return <Published id={publishing.data.id} />
  const failure = publishing.error && describeFailure(publishing.error, publish)
  return (
    <>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {publish.open}
      </Button>
      <PublishDialog
        open={asking}
        onClose={() => setAsking(false)}
        details={details}
        onChange={setDetails}
        onPublish={publishing.mutate}
        label={publishing.isPending ? publish.publishing : publish.publish}
        busy={publishing.isPending}
        words={publish}
        failure={null}
        preview={
          <div className="studio-preview">
            <ArtworkView artwork={artwork} alt={publish.preview} />
          </div>
        }
        madeBy={<MadeBy source={artwork.source} words={shared.madeBy} />}
      />
      <Dialog role="alertdialog" open={publishing.isError} title={publish.failedTitle} onClose={publishing.reset}>
        <ErrorPanel role="presentation" error={failure?.error} reason={failure?.reason}>
          {failure?.message}
        </ErrorPanel>
        <div className="pfp-failed-ways">
          <Button kind="primary" onClick={publishing.reset}>
            {publish.close}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** It hangs. The button that had the focus is gone: the way on takes it. */
function Published({ id }: { id: string }) {
  const { config } = useShell()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.querySelector('a')?.focus(), [])
  return (
    <section ref={ref} className="pfp-published" role="status">
      <h2>{publish.published}</h2>
      <p>{branded(publish.added, config)}</p>
      <ButtonLink href="/gallery?type=pfp" kind="success">
        {publish.view}
      </ButtonLink>
      <ButtonLink href={`/gallery/${id}`} size="small">
        {shared.openPicture}
      </ButtonLink>
    </section>
  )
}
