import { imagesKey } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog } from './dialog'
import { texts } from './texts'

const { withdraw } = texts
const publicationsKey = ['publications'] as const

interface WithdrawDialogProps {
  open: boolean
  send: () => Promise<unknown>
  onClose: () => void
  /** Called once the picture is down. */
  onWithdrawn?: (() => void) | undefined
}

/** Asks for confirmation before a visitor's own picture is taken down, because that cannot be undone. */
export function WithdrawDialog({ open, send, onClose, onWithdrawn }: WithdrawDialogProps) {
  const { toast } = useShell()
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast(withdraw.done)
      onClose()
      onWithdrawn?.()
      await Promise.all([publicationsKey, imagesKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const close = () => {
    deletion.reset()
    onClose()
  }
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
          <Button onClick={close}>{withdraw.keep}</Button>
          <Button
            kind="danger"
            aria-disabled={deletion.isPending}
            onClick={() => deletion.isPending || deletion.mutate()}
          >
            {withdraw.action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
