import { getDrawFigureUrl, type JobArtwork } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'
import { downloadFile } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel, makerOf } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { embedXmp } from '../export/embed-xmp'
import { drawRound, roundSize, toPng } from '../export/round-crop'
import { texts } from './texts'

const { round } = texts

interface RoundCropProps {
  artwork: JobArtwork
  picture: HTMLImageElement
}

/**
 * The portrait as other sites show it, round, with a button that saves it so. What the composer drew is saved as the candle
 * alone, too.
 */
export function RoundCrop({ artwork, picture }: RoundCropProps) {
  const { brand } = useShell().config
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (ref.current) drawRound(ref.current, picture)
  }, [picture])
  const { mutate, isError } = useMutation({
    mutationFn: async () => {
      const png = await toPng(ref.current)
      if (!png) throw new Error(round.failed)
      downloadFile(await embedXmp(png, artwork, false), `${brand.slug}-pfp-round.png`)
    },
  })
  const figure = useMutation({
    mutationFn: async () => {
      // The id of an artwork is its job's.
      const png = await userAction('cut out a candle', (span) =>
        apiFetchBlob(getDrawFigureUrl(artwork.id), { span, personal: true }),
      )
      downloadFile(await embedXmp(png, artwork, false), `${brand.slug}-pfp-candle.png`)
    },
  })
  return (
    <div className="pfp-round">
      <canvas ref={ref} width={roundSize} height={roundSize} role="img" aria-label={round.preview} />
      <div>
        <p className="mc-hint">{round.hint(roundSize)}</p>
        <Button size="small" onClick={() => mutate()}>
          {round.download}
        </Button>
        {makerOf(artwork.source) === 'composer' && (
          <Button size="small" aria-disabled={figure.isPending} onClick={() => figure.isPending || figure.mutate()}>
            {figure.isPending ? round.drawing : round.alone}
          </Button>
        )}
      </div>
      {(isError || figure.isError) && <ErrorPanel>{round.failed}</ErrorPanel>}
    </div>
  )
}
