import { artStyles, Form, Select, TextField } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink, Icon } from '@mcwick/ui'
import { useId, useRef, useState } from 'react'
import { type Filter, filterPath, isNarrowed } from './filter'
import { texts } from './texts'

const { find } = texts

/** The title of the gallery with its filter. Sorting and searching unfold below it, and are open while they narrow the list. */
export function FilterBar({ filter }: { filter: Filter }) {
  const { navigate } = useShell()
  const id = useId()
  const [isOpen, setIsOpen] = useState(isNarrowed(filter))
  const change = (changed: Partial<Filter>) => navigate(filterPath({ ...filter, ...changed }))
  return (
    <header className="gallery-head">
      <h1>{texts.title}</h1>
      <Select
        label={texts.filter}
        hideLabel
        value={filter.type}
        options={texts.types}
        onChange={({ target }) => change({ type: target.value as Filter['type'] })}
      />
      <button
        type="button"
        className="mc-button gallery-find-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {find.open} <Icon name="chevron" size={18} />
      </button>
      <ButtonLink href={filter.type === 'pfp' ? '/pfp' : '/ai'} kind="primary">
        {texts.create}
      </ButtonLink>
      <div id={id} className="gallery-find" hidden={!isOpen}>
        {isOpen && <FindForm filter={filter} onChange={change} />}
      </div>
    </header>
  )
}

function FindForm({ filter, onChange }: { filter: Filter; onChange: (changed: Partial<Filter>) => void }) {
  const styleRef = useRef<HTMLSelectElement>(null)
  return (
    <>
      <SearchForm query={filter.query} onSearch={(query) => onChange({ query })} />
      {!filter.query && (
        <Select
          label={find.sort}
          value={filter.sort}
          options={find.sorts}
          onChange={({ target }) => onChange({ sort: target.value as Filter['sort'] })}
        />
      )}
      <Select
        ref={styleRef}
        label={find.style}
        value={filter.style}
        options={[{ value: '', label: find.anyStyle }, ...styleOptions(filter.style)]}
        onChange={({ target }) => onChange({ style: target.value })}
      />
      {isNarrowed(filter) && (
        <Button
          size="small"
          onClick={() => {
            onChange({ sort: 'newest', style: '', query: '' })
            styleRef.current?.focus() // the button leaves
          }}
        >
          {find.clear}
        </Button>
      )}
    </>
  )
}

/** The offered styles, and that of the address, which may be any text. */
function styleOptions(current: string) {
  const styles: string[] = [...artStyles]
  if (current && !styles.includes(current)) styles.push(current)
  return styles.map((style) => ({ value: style, label: style }))
}

function SearchForm({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(query)
  // Not a key: with another element the focus would be lost.
  const [shown, setShown] = useState(query)
  if (shown !== query) {
    setShown(query)
    setDraft(query)
  }
  const search = () => {
    onSearch(draft.trim())
    if (matchMedia('(pointer: coarse)').matches) fieldRef.current?.blur() // its keyboard would cover the results
  }
  return (
    <search className="gallery-search">
      <Form onSubmit={search}>
        <TextField
          ref={fieldRef}
          label={find.query}
          type="search"
          enterKeyHint="search"
          maxLength={100}
          placeholder={find.queryHint}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          beside={<Button type="submit">{find.search}</Button>}
        />
      </Form>
    </search>
  )
}
