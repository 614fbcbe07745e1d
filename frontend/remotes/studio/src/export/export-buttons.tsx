import { downloadFile } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel } from '@mcwick/ui'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { canCopyImage, copyImage } from './copy-image'
import { texts } from './texts'

export interface ExportButtonsProps {
  /** Returns the image as a PNG; rejects with a message that may be shown. */
  exportImage: () => Promise<Blob>
  /** The kind of image, used in the file name. */
  kind: 'meme' | 'pfp'
}

/** Buttons that download an image, and copy it where the clipboard accepts one. */
export function ExportButtons({ exportImage: take, kind }: ExportButtonsProps) {
  const { config, toast } = useShell()
  const downloading = useMutation({
    mutationFn: async () => downloadFile(await take(), `${config.brand.slug}-${kind}.png`),
  })
  const copying = useMutation({ mutationFn: () => copyImage(take()), onSuccess: () => toast(texts.copied) })
  const failed = downloading.error?.message ?? (copying.error && texts.copyFailed)
  return (
    <>
      {failed && <ErrorPanel>{failed}</ErrorPanel>}
      <div className="studio-export">
        <Button size="small" {...actionOf(downloading)}>
          {texts.download}
        </Button>
        {canCopyImage() && (
          <Button size="small" {...actionOf(copying)}>
            {texts.copy}
          </Button>
        )}
      </div>
    </>
  )
}

/** The attributes of a button that starts a mutation; presses meanwhile are ignored. */
function actionOf({ isPending, mutate }: UseMutationResult<void, Error, void>) {
  return { 'aria-disabled': isPending, 'aria-busy': isPending, onClick: () => isPending || mutate() }
}
