import type { JobArtwork, MemeInput } from '@mcwick/api-client'
import { Badge, Button, ButtonLink, ErrorPanel, Spinner, useShell } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { publishMeme } from '../api/publish-meme'
import { texts } from '../texts'
import { LayerBar, panelId, tabId } from './layer-bar'
import { overlaysOf } from './layers'
import { MemeCanvas } from './meme-canvas'
import { type PublishDetails, PublishDialog } from './publish-dialog'
import { ServerPreview } from './server-preview'
import { TakeAway } from './take-away'
import { TextEditor } from './text-editor'
import { useHistoryKeys } from './use-history-keys'
import { useLayers } from './use-layers'
import { usePicture } from './use-picture'

interface ResultStepProps {
  artwork: JobArtwork
  meme: MemeInput
  onPublished: () => void
  onBack: () => void
}

/** The picture with its text, and the way to the wall. */
export function ResultStep({ artwork, meme, onPublished, onBack }: ResultStepProps) {
  const { config, toast } = useShell()
  const inHand = useLayers(artwork.id)
  const { layers, selected } = inHand
  useHistoryKeys(inHand.undo, inHand.redo)
  const [asking, setAsking] = useState(false)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const stageRef = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone: the picture takes it, at the top of the page where it can be seen.
  useEffect(() => {
    window.scrollTo(0, 0)
    stageRef.current?.focus({ preventScroll: true })
  }, [])
  const { picture, retry } = usePicture(config.mediaBase + artwork.objectName)
  const publishing = useMutation<unknown, Error, PublishDetails>({
    mutationFn: async (details) => {
      checkCanvas(canvasRef.current, picture)
      return publishMeme(artwork.id, { overlays: overlaysOf(layers), ...details })
    },
    onSuccess: () => {
      setAsking(false)
      toast(texts.publish.toast)
      onPublished()
    },
  })
  const published = publishing.isSuccess
  return (
    <div className="studio">
      <div className="studio-stage" data-editing="" ref={stageRef} tabIndex={-1}>
        <div className="studio-frame">
          {picture && (
            <MemeCanvas
              canvasRef={canvasRef}
              picture={picture}
              layers={layers}
              selected={selected}
              meme={meme}
              onSelect={inHand.select}
              onChange={inHand.change}
            />
          )}
          {picture === undefined && <Spinner label={texts.waiting.bar} />}
          {picture === null && (
            <ErrorPanel
              action={
                <Button size="small" onClick={retry}>
                  {texts.result.retry}
                </Button>
              }
            >
              {texts.result.imageFailed}
            </ErrorPanel>
          )}
        </div>
        {config.flags.demoPictures && (
          <p className="studio-demo">
            <Badge>{texts.result.demo}</Badge>
          </p>
        )}
      </div>
      <div className="studio-panel">
        <h1 className="sr-only">{texts.title}</h1>
        <LayerBar {...inHand} />
        <div role="tabpanel" id={panelId} aria-labelledby={tabId(selected)}>
          <TextEditor
            key={inHand.layer.id}
            layer={inHand.layer}
            index={selected}
            onChange={(layer, gesture) => inHand.change(selected, layer, gesture)}
          />
        </div>
        <TakeAway canvasRef={canvasRef} />
        <div className="studio-ways">
          <Button
            onClick={() => {
              inHand.forget()
              onBack()
            }}
          >
            {texts.result.back}
          </Button>
          <Button
            kind={published ? 'success' : 'primary'}
            disabled={published || publishing.isPending || !picture}
            onClick={() => setAsking(true)}
          >
            {labelOf(publishing.status, texts.publish.open)}
          </Button>
          {published && (
            <ButtonLink href="/gallery" size="small">
              {texts.publish.seeIt}
            </ButtonLink>
          )}
        </div>
      </div>
      <PublishDialog
        open={asking}
        onClose={() => setAsking(false)}
        onPublish={publishing.mutate}
        label={labelOf(publishing.status, texts.publish.publish)}
        busy={publishing.isPending}
        error={publishing.error}
        preview={<ServerPreview artworkId={artwork.id} overlays={overlaysOf(layers)} />}
      />
    </div>
  )
}

function labelOf(status: 'idle' | 'pending' | 'error' | 'success', idle: string): string {
  if (status === 'pending') return texts.publish.publishing
  return status === 'success' ? texts.publish.published : idle
}

/** Nobody publishes what they could not see. */
function checkCanvas(canvas: HTMLCanvasElement | null, picture: HTMLImageElement | null | undefined) {
  if (!canvas) throw new Error(texts.publish.noCanvas)
  if (!picture) throw new Error(texts.publish.noBackground)
  if (!canvas.getContext('2d')) throw new Error(texts.publish.noContext)
}
