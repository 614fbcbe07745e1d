import { imagesKey } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog } from './dialog'
import { texts } from './texts'
import { keepWithdrawn } from './withdrawn'

const { withdraw } = texts
const publicationsKey = ['publications'] as const

interface WithdrawDialogProps {
  open: boolean
  /** The publication to take down; undefined while it is closed. */
  id: string | undefined
  send: () => Promise<unknown>
  onClose: () => void
  /** Called once the picture is down, if the page still shows it. */
  onWithdrawn?: (() => void) | undefined
}

/**
 * Confirms that a visitor's own picture is taken down, because that cannot be undone. It stays open until the server has
 * answered: a dialog that closes before would say that the picture stays.
 */
export function WithdrawDialog({ open, id, send, onClose, onWithdrawn }: WithdrawDialogProps) {
  const { toast } = useShell()
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: send,
    onSuccess: () => {
      if (id) keepWithdrawn(id)
      toast(withdraw.done)
      for (const queryKey of [publicationsKey, imagesKey]) void client.invalidateQueries({ queryKey })
    },
  })
  const close = () => {
    if (deletion.isPending) return
    deletion.reset()
    onClose()
  }
  // These callbacks are dropped with the dialog: by then the visitor may be elsewhere, as by the browser's back button.
  const takeDown = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        onClose()
        onWithdrawn?.()
      },
    })
  return (
    <Dialog role="alertdialog" open={open} title={withdraw.title} onClose={close}>
      <div className="mc-report-form">
        <p>{withdraw.text}</p>
        {deletion.error && (
          <ErrorPanel role="presentation" error={deletion.error}>
            {withdraw.failed}
          </ErrorPanel>
        )}
        <div className="mc-form-footer">
          <Button aria-disabled={deletion.isPending} onClick={close}>
            {withdraw.keep}
          </Button>
          <Button kind="danger" aria-disabled={deletion.isPending} onClick={() => deletion.isPending || takeDown()}>
            {withdraw.action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
