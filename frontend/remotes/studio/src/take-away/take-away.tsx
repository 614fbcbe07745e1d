import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { canCopy, copy, save } from './hand-over'
import { texts } from './texts'

interface TakeAwayProps {
  /** Gives the picture as a PNG; fails with a sentence that may be shown. */
  take: () => Promise<Blob>
  /** What kind of picture it is, in the name of its file. */
  kind: 'meme' | 'pfp'
}

/** The picture to take home: as a file, or on the clipboard where that can take one. */
export function TakeAway({ take, kind }: TakeAwayProps) {
  const { config, toast } = useShell()
  const downloading = useMutation({ mutationFn: async () => save(await take(), `${config.brand.slug}-${kind}.png`) })
  const copying = useMutation({ mutationFn: () => copy(take()), onSuccess: () => toast(texts.copied) })
  const failed = downloading.error?.message ?? (copying.error && texts.copyFailed)
  return (
    <>
      {failed && <ErrorPanel>{failed}</ErrorPanel>}
      <div className="studio-take">
        <Button size="small" onClick={() => downloading.mutate()}>
          {texts.download}
        </Button>
        {canCopy() && (
          <Button size="small" onClick={() => copying.mutate()}>
            {texts.copy}
          </Button>
        )}
      </div>
    </>
  )
}
