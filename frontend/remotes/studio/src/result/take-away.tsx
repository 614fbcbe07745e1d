import { Button, ErrorPanel, useShell } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { canCopy, copyPicture, save, takePicture } from './take-picture'
import { texts } from './texts'

const { result } = texts

interface TakeAwayProps {
  canvasRef: RefObject<HTMLCanvasElement | null>
  /** Resolves when the canvas is as exact as it gets. */
  finish: () => Promise<void>
}

/** The picture to take home: as a file, or on the clipboard where that can take one. */
export function TakeAway({ canvasRef, finish }: TakeAwayProps) {
  const { config, toast } = useShell()
  const download = useMutation({
    mutationFn: async () => save(await takePicture(canvasRef.current, finish), `${config.brand.slug}-meme.png`),
  })
  const copy = useMutation({
    mutationFn: () => copyPicture(canvasRef.current, finish),
    onSuccess: () => toast(result.copied),
  })
  const failed = download.error?.message ?? (copy.error && result.copyFailed)
  return (
    <>
      {failed && <ErrorPanel>{failed}</ErrorPanel>}
      <div className="studio-take">
        <Button size="small" onClick={() => download.mutate()}>
          {result.download}
        </Button>
        {canCopy() && (
          <Button size="small" onClick={() => copy.mutate()}>
            {result.copy}
          </Button>
        )}
      </div>
    </>
  )
}
