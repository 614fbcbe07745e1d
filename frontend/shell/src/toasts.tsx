import { Icon } from '@mcwick/ui'
import type { Toast } from './use-shell-value'

/** Short messages; the live region is always rendered, so that screen readers announce what is added. */
export function Toasts({ messages }: { messages: Toast[] }) {
  return (
    <div className="toasts" role="status" aria-atomic={false}>
      {messages.map(({ id, message, outcome }) => (
        <p key={id} className="toast" data-outcome={outcome}>
          <Icon name={outcome ? 'close' : 'check'} />
          {message}
        </p>
      ))}
    </div>
  )
}
