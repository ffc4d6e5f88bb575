import type { JsonValue } from '../../../define/index.ts'
import { formatEvidence, type ResultPart } from '../../../report/view/view-result.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Command, LinkedText } from './linked-text.tsx'
import { Scrollable } from './scrollable.tsx'

/** What people have said about a result: what it is, what to do, who accepts it. */
export function ResultParts({ parts }: { readonly parts: readonly ResultPart[] }) {
  return parts.map(({ kind, title, text }) => {
    if (title === undefined) return <p>{text}</p>
    return (
      <div class={kind === 'command' ? 'remedy' : kind}>
        <h3>{title}</h3>
        <p>{renderText(kind, text)}</p>
      </div>
    )
  })
}

function renderText(kind: ResultPart['kind'], text: string) {
  if (kind === 'command') return <Command>{text}</Command>
  return kind === 'remedy' ? <LinkedText>{text}</LinkedText> : text
}

interface EvidenceTextProps {
  /** What the part of the page is called, for people who hear it. */
  readonly name: string
  readonly evidence: JsonValue
}

/** The evidence of a result, as every report writes it. */
export function EvidenceText({ name, evidence }: EvidenceTextProps) {
  const texts = useTexts()
  return (
    <Scrollable name={name}>
      <pre>{formatEvidence(evidence) || texts.shared.notSpecified}</pre>
    </Scrollable>
  )
}
