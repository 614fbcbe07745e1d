import { useShell } from '@mcwick/shell-contract'
import { CopyButton } from '@mcwick/ui'
import { texts } from './texts'

const { contract } = texts

/** The contract address of the token, with a copy button; out of order while the server has none that it trusts. */
export function ContractBox() {
  const { brand, contractMismatch } = useShell().config
  return (
    <section className="contract" aria-labelledby="contract-title">
      <h2 id="contract-title">{contract.title}</h2>
      {contractMismatch ? (
        <p className="contract-line" role="status">
          {contract.outOfOrder}
        </p>
      ) : (
        <div className="contract-line">
          <code>{brand.contract}</code>
          <CopyButton
            text={brand.contract}
            label={contract.copy}
            copied={contract.copied}
            notCopied={contract.notCopied}
          />
        </div>
      )}
      <p>{contractMismatch ? contract.outOfOrderHint : contract.hint}</p>
    </section>
  )
}
