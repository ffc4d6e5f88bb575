import type { JsonValue } from '../../../define/index.ts'
import { formatEvidence, type ResultPart } from '../../../report/view/view-result.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { LinkedText } from './linked-text.tsx'
import { Scrollable } from './scrollable.tsx'

/** What people have said about a result: what it is, what to do, who accepts it. */
export function ResultParts({ parts }: { readonly parts: readonly ResultPart[] }) {
  return parts.map(({ kind, title, text }) =>
    title === undefined ? (
      <p>{text}</p>
    ) : (
      <div class={kind}>
        <h3>{title}</h3>
        <p>{kind === 'remedy' ? <LinkedText>{text}</LinkedText> : text}</p>
      </div>
    ),
  )
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
