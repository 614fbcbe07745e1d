import type { JobArtwork, MemeInput } from '@mcwick/api-calls'
import { FailurePanel } from '@mcwick/jobs'
import { useShell } from '@mcwick/shell-contract'
import { Button, MadeBy } from '@mcwick/ui'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { ArtworkSource, ComposerNotice } from '../artwork-source'
import { embedXmp } from '../export/embed-xmp'
import { ExportButtons } from '../export/export-buttons'
import { LoadedImage } from '../loaded-image'
import { PublishDialog } from '../publish/publish-dialog'
import { PublishedSheet } from '../publish/published-sheet'
import { formatRecipe } from '../recipe/recipe'
import { RemixLine } from '../remix/remix-line'
import type { RemixSource } from '../remix/source'
import { texts as shared } from '../texts'
import { useArtworkImage } from '../use-artwork-image'
import { drawMeme } from './draw-text'
import { exportCanvas } from './export-canvas'
import { LayerBar, panelId, tabId } from './layer-bar'
import { toOverlays } from './layers'
import { MemeCanvas } from './meme-canvas'
import type { Layer } from './overlay'
import { GalleryLink, PublishedLinks, publishLabel, ResultActions } from './result-actions'
import { ServerPreview } from './server-preview'
import { fitLayer, isOutside } from './text-box'
import { TextEditor } from './text-editor'
import { texts } from './texts'
import { useHistoryKeys } from './use-history-keys'
import { useKeyboardInset } from './use-keyboard-inset'
import { useLayerEditor } from './use-layer-editor'
import { usePublishing } from './use-publishing'
import { useShapes } from './use-shapes'

interface ResultStepProps {
  heading?: Ref<HTMLHeadingElement>
  artwork: JobArtwork
  meme: MemeInput
  /** What it is a remix of. */
  source?: RemixSource | undefined
  onPublished: () => void
  /** Generates another artwork of the same meme. */
  onAgain: () => void
  onBack: () => void
}

/** The editor: the artwork with its texts, export and publishing. */
export function ResultStep(props: ResultStepProps) {
  const { heading, artwork, meme, source, onPublished, onAgain, onBack } = props
  const { config, toast } = useShell()
  const editor = useLayerEditor(artwork.id, source?.layers)
  const { layers, selected } = editor
  const { shapeOf, rejectionOf, isApproximate, settle } = useShapes(layers, config.mediaBase)
  const missingIn = (layer: Layer) => shapeOf(layer)?.layout.missingLetters ?? []
  const notDrawable = layers.findIndex((layer) => missingIn(layer).length > 0 || rejectionOf(layer))
  useHistoryKeys(editor)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const loading = useArtworkImage(artwork)
  const { picture } = loading
  const publishing = usePublishing({
    artwork,
    layers,
    parentId: source?.id,
    check: () => checkCanvas(canvasRef.current, picture),
    onPublished: ({ awaitsCheck }) => {
      setIsDialogOpen(false)
      setIsNew(true)
      if (awaitsCheck) toast(texts.publish.heldToast)
      onPublished()
    },
  })
  const { failure, state, published } = publishing
  const forgetAnd = (next: () => void) => () => {
    editor.forget()
    publishing.forget()
    next()
  }
  // Whether it was published just now, until something changes.
  const [isNew, setIsNew] = useState(false)
  if (isNew && state === 'idle') setIsNew(false)
  // After publishing the focus moves to the sheet, or here to a link, because the publish button is done. It waits for this
  // effect: while the dialog is open, nothing outside it can take the focus.
  const finishRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew && state === 'held') finishRef.current?.querySelector('a')?.focus()
  }, [isNew, state])
  const exportImage = async () => {
    const picture = await exportCanvas(canvasRef.current, drawExact)
    const overlays = toOverlays(layers)
    const parent = state === 'success' ? published?.id : source?.id
    const recipe = formatRecipe({ meme, layers: overlays, ...(parent && { parent }) })
    return embedXmp(picture, artwork, overlays.length > 0, recipe)
  }
  const drawExact = async () => {
    await settle()
    const context = canvasRef.current?.getContext('2d')
    if (context && picture) drawMeme(context, picture, layers, shapeOf)
  }
  const makeFit = () => {
    editor.change(selected, fitLayer(editor.layer))
    canvasRef.current?.parentElement?.focus() // the button is removed
  }
  const helpId = useId()
  const deskRef = useRef<HTMLDivElement>(null)
  useKeyboardInset(deskRef)
  const openDialog = () => {
    publishing.reset()
    setIsDialogOpen(true)
  }
  return (
    <div className="studio">
      <div className="studio-desk" ref={deskRef}>
        <div className="studio-stage" data-editing="">
          <div className="studio-frame">
            <LoadedImage {...loading}>
              {(picture) => (
                <MemeCanvas
                  canvasRef={canvasRef}
                  picture={picture}
                  layers={layers}
                  selected={selected}
                  shapeOf={shapeOf}
                  meme={meme}
                  helpId={helpId}
                  onSelect={editor.select}
                  onChange={editor.change}
                />
              )}
            </LoadedImage>
          </div>
          <div role="status" className="studio-outside">
            {isOutside(editor.layer, shapeOf(editor.layer)) && (
              <>
                <span className="sr-only">{texts.result.outside}</span>
                <Button size="small" kind="primary" onClick={makeFit}>
                  {texts.result.fit}
                </Button>
              </>
            )}
          </div>
          <p id={helpId} className="studio-help mc-hint">
            {texts.result.keys}
          </p>
          <ArtworkSource artwork={artwork} />
        </div>
        <div className="studio-panel studio-sheet">
          <h1 className="sr-only" ref={heading} tabIndex={-1}>
            {texts.title}
          </h1>
          {source && <RemixLine source={source} />}
          <ComposerNotice artwork={artwork} />
          <LayerBar {...editor} />
          <div role="tabpanel" id={panelId} aria-labelledby={tabId(selected)}>
            <TextEditor
              key={editor.layer.id}
              layer={editor.layer}
              index={selected}
              missing={missingIn(editor.layer)}
              rejection={rejectionOf(editor.layer)}
              onChange={(layer, gesture) => editor.change(selected, layer, gesture)}
            />
          </div>
          {isApproximate && (
            <p role="status" className="mc-hint">
              {texts.result.near}
            </p>
          )}
        </div>
      </div>
      <div className="studio-panel studio-finish" ref={finishRef}>
        {state !== 'success' && <ExportButtons kind="meme" exportImage={exportImage} />}
        <ResultActions
          state={state}
          isReady={Boolean(picture)}
          notDrawable={notDrawable < 0 ? undefined : notDrawable + 1}
          onBack={forgetAnd(onBack)}
          onPublish={openDialog}
        >
          {/* It stays after a change, so that the focus returns to it from the dialog. */}
          {published && (
            <Button size="small" onClick={openDialog}>
              {texts.publish.change}
            </Button>
          )}
        </ResultActions>
        {published && state === 'success' && (
          <PublishedSheet
            key={published.id}
            heading={texts.publish.done}
            isNew={isNew}
            publication={published}
            caption={published.details.caption}
            kind="meme"
            exportImage={exportImage}
            gallery={<GalleryLink />}
            onAgain={forgetAnd(onAgain)}
          />
        )}
        {published && state !== 'success' && <PublishedLinks id={published.id} isHeld={published.awaitsCheck} />}
      </div>
      <PublishDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        details={publishing.details}
        onChange={publishing.setDetails}
        onPublish={publishing.publish}
        label={publishLabel(state, texts.publish.publish)}
        busy={state !== 'idle'}
        isSending={state === 'pending'}
        failure={failure && <FailurePanel failure={failure} />}
        words={texts.publish}
        preview={<ServerPreview artworkId={artwork.id} overlays={toOverlays(layers)} />}
        madeBy={<MadeBy source={artwork.source} words={shared.madeBy} />}
      />
    </div>
  )
}

/** Throws when the canvas does not show what would be published. */
function checkCanvas(canvas: HTMLCanvasElement | null, picture: HTMLImageElement | null | undefined) {
  if (!canvas) throw new Error(texts.publish.noCanvas)
  if (!picture) throw new Error(texts.publish.noBackground)
  if (!canvas.getContext('2d')) throw new Error(texts.publish.noContext)
}
