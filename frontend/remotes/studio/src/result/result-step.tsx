import type { JobArtwork, MemeInput } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, MadeBy } from '@mcwick/ui'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Composed, Made } from '../made'
import { PicturePlace } from '../picture-place'
import { PublishDialog } from '../publish/publish-dialog'
import { markPng } from '../take-away/mark-png'
import { TakeAway } from '../take-away/take-away'
import { texts as shared } from '../texts'
import { usePicture } from '../use-picture'
import { drawMeme } from './draw-text'
import { LayerBar, panelId, tabId } from './layer-bar'
import { overlaysOf } from './layers'
import { MemeCanvas } from './meme-canvas'
import type { Layer } from './overlay'
import { ServerPreview } from './server-preview'
import { takePicture } from './take-picture'
import { TextEditor } from './text-editor'
import { texts } from './texts'
import { useHistoryKeys } from './use-history-keys'
import { useLayers } from './use-layers'
import { usePublishing } from './use-publishing'
import { useShapes } from './use-shapes'
import { labelOf, Ways } from './ways'

interface ResultStepProps {
  heading?: Ref<HTMLHeadingElement>
  artwork: JobArtwork
  meme: MemeInput
  onPublished: () => void
  onBack: () => void
}

/** The picture with its text, and the way to the wall. */
export function ResultStep({ heading, artwork, meme, onPublished, onBack }: ResultStepProps) {
  const { config, toast } = useShell()
  const inHand = useLayers(artwork.id)
  const { layers, selected } = inHand
  const { shapeOf, refusalOf, isNear, settle } = useShapes(layers, config.mediaBase)
  const missingIn = (layer: Layer) => shapeOf(layer)?.layout.missingLetters ?? []
  const notDrawable = layers.findIndex((layer) => missingIn(layer).length > 0 || refusalOf(layer))
  useHistoryKeys(inHand.undo, inHand.redo)
  const [asking, setAsking] = useState(false)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const loading = usePicture(config.mediaBase + artwork.objectName)
  const { picture } = loading
  const publishing = usePublishing({
    artwork,
    layers,
    check: () => checkCanvas(canvasRef.current, picture),
    onPublished: () => {
      setAsking(false)
      setArrivals((count) => count + 1)
      toast(texts.publish.toast)
      onPublished()
    },
  })
  const { failure } = publishing
  // The button that had the focus has nothing more to do: the way on takes it. Here the dialog is closed; before, nothing
  // beside it can take the focus.
  const [arrivals, setArrivals] = useState(0)
  const waysRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (arrivals > 0) waysRef.current?.querySelector('a')?.focus()
  }, [arrivals])
  const take = async () => {
    const picture = await takePicture(canvasRef.current, finish)
    return markPng(picture, artwork, overlaysOf(layers).length > 0)
  }
  const finish = async () => {
    await settle()
    const context = canvasRef.current?.getContext('2d')
    if (context && picture) drawMeme(context, picture, layers, shapeOf)
  }
  return (
    <div className="studio">
      <div className="studio-desk">
        <div className="studio-stage" data-editing="">
          <div className="studio-frame">
            <PicturePlace {...loading}>
              {(picture) => (
                <MemeCanvas
                  canvasRef={canvasRef}
                  picture={picture}
                  layers={layers}
                  selected={selected}
                  shapeOf={shapeOf}
                  meme={meme}
                  onSelect={inHand.select}
                  onChange={inHand.change}
                />
              )}
            </PicturePlace>
          </div>
          <Made artwork={artwork} />
        </div>
        <div className="studio-panel">
          <h1 className="sr-only" ref={heading} tabIndex={-1}>
            {texts.title}
          </h1>
          <Composed artwork={artwork} />
          <LayerBar {...inHand} />
          <div role="tabpanel" id={panelId} aria-labelledby={tabId(selected)}>
            <TextEditor
              key={inHand.layer.id}
              layer={inHand.layer}
              index={selected}
              missing={missingIn(inHand.layer)}
              refusal={refusalOf(inHand.layer)}
              onChange={(layer, gesture) => inHand.change(selected, layer, gesture)}
            />
          </div>
          {isNear && (
            <p role="status" className="mc-hint">
              {texts.result.near}
            </p>
          )}
        </div>
      </div>
      <div className="studio-panel studio-finish">
        <TakeAway kind="meme" take={take} />
        <Ways
          ref={waysRef}
          state={publishing.state}
          publishedId={publishing.publishedId}
          isReady={Boolean(picture)}
          notDrawable={notDrawable < 0 ? undefined : notDrawable + 1}
          onBack={() => {
            inHand.forget()
            publishing.forget()
            onBack()
          }}
          onPublish={() => setAsking(true)}
        />
      </div>
      <PublishDialog
        open={asking}
        onClose={() => setAsking(false)}
        details={publishing.details}
        onChange={publishing.setDetails}
        onPublish={publishing.publish}
        label={labelOf(publishing.state, texts.publish.publish)}
        busy={publishing.state !== 'idle'}
        failure={
          failure && (
            <ErrorPanel error={failure.error} reason={failure.reason}>
              {failure.message}
            </ErrorPanel>
          )
        }
        words={texts.publish}
        preview={<ServerPreview artworkId={artwork.id} overlays={overlaysOf(layers)} />}
        madeBy={<MadeBy source={artwork.source} words={shared.madeBy} />}
      />
    </div>
  )
}

/** Nobody publishes what they could not see. */
function checkCanvas(canvas: HTMLCanvasElement | null, picture: HTMLImageElement | null | undefined) {
  if (!canvas) throw new Error(texts.publish.noCanvas)
  if (!picture) throw new Error(texts.publish.noBackground)
  if (!canvas.getContext('2d')) throw new Error(texts.publish.noContext)
}
