import type { DestinationDifference, DestinationEntry } from '../../../auth/destination.ts'
import { findWord } from '../../all-texts/find-word.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { DataConnector } from '../data-connectors.ts'

const tones = { draft: 'plain', published: 'pass', retired: 'manual' } as const

export function StateBadge({ state }: Pick<DataConnector, 'state'>) {
  const texts = useTexts()
  return <span class={`badge ${tones[state]}`}>{texts.dataConnectors.states[state]}</span>
}

export function Entries({ entries }: { readonly entries: readonly DestinationEntry[] }) {
  const texts = useTexts()
  return (
    <dl class="facts">
      {entries.map(({ path, value }) => (
        <>
          <dt>{findWord(texts.dataConnectors.destinations, path) ?? <code>{path}</code>}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </>
      ))}
    </dl>
  )
}

/** How a version differs from the published one in where secrets go. */
export function ChangedDestination({ difference }: { readonly difference: DestinationDifference | undefined }) {
  const texts = useTexts()
  if (difference === undefined) return null
  const { added, removed } = difference
  if (added.length === 0 && removed.length === 0) return <p>{texts.dataConnectors.destination.same}</p>
  return (
    <div class="alert caution">
      <h3>{texts.dataConnectors.destination.changed}</h3>
      <p>{texts.dataConnectors.destination.changedHelp}</p>
      {added.length > 0 && <h4>{texts.labels.added}</h4>}
      <Entries entries={added} />
      {removed.length > 0 && <h4>{texts.states.removed}</h4>}
      <Entries entries={removed} />
    </div>
  )
}

/** The beginning of a digest, which people compare. */
export function ShortDigest({ sha256 }: { readonly sha256: string }) {
  return <code title={sha256}>{sha256.slice(0, 12)}</code>
}
