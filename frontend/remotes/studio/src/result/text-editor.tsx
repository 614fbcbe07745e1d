import { Select, TextArea } from '@mcwick/forms'
import { IconButton } from '@mcwick/ui'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { fontNames } from './fonts'
import { newGesture } from './history'
import { suggestion } from './layers'
import { MissingGlyphs } from './missing-glyphs'
import { canResize, type Layer, maxTextLength, maxTextLines, move, resize, rotate, withContent } from './overlay'
import { swatches } from './swatches'
import { texts } from './texts'

const { result } = texts

interface TextEditorProps {
  layer: Layer
  /** Its index among the layers. */
  index: number
  /** Its characters that no font can draw. */
  missing: readonly string[]
  /** Why the server rejects it. */
  rejection?: string | undefined
  onChange: (layer: Layer, gesture?: string) => void
}

/** The controls of a layer: text, size, rotation, position, font and color. */
export function TextEditor({ layer, index, missing, rejection, onChange }: TextEditorProps) {
  // All input between focus and blur of a control is one undo step.
  const focusGesture = useRef('')
  const onFocus = () => {
    focusGesture.current = newGesture()
  }
  const onTextChange = ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    const isPasted = (nativeEvent as InputEvent).inputType?.startsWith('insertFrom')
    if (!isPasted && lineCount(layer.content) === maxTextLines && lineCount(target.value) > maxTextLines) {
      // A line break would push the last line out. Were it left to React to take it back, the caret would go to the end.
      const caret = target.selectionStart - 1
      target.value = layer.content
      target.setSelectionRange(caret, caret)
    } else onChange(withContent(layer, target.value), focusGesture.current)
  }
  return (
    <div className="studio-editor">
      <TextArea
        label={result.text}
        error={missing.length > 0 ? <MissingGlyphs glyphs={missing} /> : rejection}
        hint={lineCount(layer.content) >= maxTextLines && result.lastLine}
        value={layer.content}
        onFocus={onFocus}
        onChange={onTextChange}
        maxLength={maxTextLength}
        rows={2}
        beside={
          <IconButton
            icon="dice"
            label={result.randomText}
            onClick={() => onChange(withContent(layer, suggestion(index, layer.content)))}
          />
        }
      />
      <div className="studio-tools">
        <Tool label={result.size}>
          <IconButton
            icon="minus"
            label={result.smaller}
            aria-disabled={!canResize(layer, -1)}
            onClick={() => canResize(layer, -1) && onChange(resize(layer, -1))}
          />
          <output className="studio-size">{layer.fontSize}</output>
          <IconButton
            icon="plus"
            label={result.larger}
            aria-disabled={!canResize(layer, 1)}
            onClick={() => canResize(layer, 1) && onChange(resize(layer, 1))}
          />
        </Tool>
        <Tool label={result.rotate}>
          <IconButton
            icon="rotate"
            turn="mirror"
            label={result.rotateLeft}
            onClick={() => onChange(rotate(layer, -1))}
          />
          <IconButton icon="rotate" label={result.rotateRight} onClick={() => onChange(rotate(layer, 1))} />
        </Tool>
        <Tool label={result.move}>
          <IconButton icon="arrow" turn={-90} label={result.left} onClick={() => onChange(move(layer, -1, 0))} />
          <IconButton icon="arrow" label={result.up} onClick={() => onChange(move(layer, 0, -1))} />
          <IconButton icon="arrow" turn={180} label={result.down} onClick={() => onChange(move(layer, 0, 1))} />
          <IconButton icon="arrow" turn={90} label={result.right} onClick={() => onChange(move(layer, 1, 0))} />
        </Tool>
        <div className="studio-look">
          <div className="studio-font">
            <Select
              label={result.font}
              value={layer.fontFamily}
              onChange={(event) => onChange({ ...layer, fontFamily: event.target.value as Layer['fontFamily'] })}
              options={fontNames.map((name) => ({ value: name, label: name }))}
            />
          </div>
          <label className="studio-color">
            <span className="mc-label">{result.color}</span>
            <input
              type="color"
              value={layer.color}
              onFocus={onFocus}
              onChange={(event) => onChange({ ...layer, color: event.target.value }, focusGesture.current)}
            />
          </label>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a flex row */}
        <div className="studio-swatches" role="group" aria-label={result.swatches}>
          {swatches.map(({ name, color }) => (
            <button
              key={color}
              type="button"
              className="studio-swatch"
              style={{ background: color }}
              aria-label={name}
              title={name}
              aria-pressed={layer.color === color}
              onClick={() => onChange({ ...layer, color })}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

const lineCount = (text: string) => text.split('\n').length

function Tool({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a flex row
    <div className="studio-tool" role="group" aria-label={label}>
      <span className="mc-label" aria-hidden="true">
        {label}
      </span>
      <div className="studio-keys">{children}</div>
    </div>
  )
}
