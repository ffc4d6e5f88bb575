import type { ResultPart } from '../../../report/view/view-result.ts'

/** What people have said about a result: what it is, what to do, who accepts it. */
export function ResultParts({ parts }: { readonly parts: readonly ResultPart[] }) {
  return parts.map(({ kind, title, text }) =>
    title === undefined ? (
      <p>{text}</p>
    ) : (
      <div class={kind}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ),
  )
}
