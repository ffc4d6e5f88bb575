import type { DestinationDifference, DestinationEntry } from '../../auth/destination.ts'
import type { DataConnector } from '../../runtime/connectors/data-connectors.ts'

const tones = { draft: 'plain', published: 'pass', retired: 'manual' } as const

const stateWords = { draft: 'Not published', published: 'Published', retired: 'Retired' }

export function StateBadge({ state }: Pick<DataConnector, 'state'>) {
  return <span class={`badge ${tones[state]}`}>{stateWords[state]}</span>
}

/** Names of places that people know. Others are shown as the file names them. */
const names: Readonly<Record<string, string>> = {
  baseUrl: 'Server of the API',
  allowedHosts: 'Another host that gets secrets',
  'auth.type': 'Sign-in',
  'auth.config.authorizeUrl': 'Page where people sign in',
  'auth.config.tokenUrl': 'Token URL',
  'auth.config.refreshUrl': 'Refresh URL',
  'auth.config.revokeUrl': 'Revocation URL',
  'auth.config.registrationUrl': 'Registration URL',
}

export function Entries({ entries }: { readonly entries: readonly DestinationEntry[] }) {
  return (
    <dl class="facts">
      {entries.map(({ path, value }) => (
        <>
          <dt>{names[path] ?? <code>{path}</code>}</dt>
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
  if (difference === undefined) return null
  const { added, removed } = difference
  if (added.length === 0 && removed.length === 0)
    return <p>Secrets go where those of the published version go, so you can move connections to it.</p>
  return (
    <div class="alert caution">
      <h3>It sends secrets elsewhere than the published version</h3>
      <p>
        Connections stay on their version until an admin of their organization enters the secret again, or signs in
        again. OAuth apps have to be entered again too.
      </p>
      {added.length > 0 && <h4>Added</h4>}
      <Entries entries={added} />
      {removed.length > 0 && <h4>Removed</h4>}
      <Entries entries={removed} />
    </div>
  )
}

/** The beginning of a digest, which people compare. */
export function ShortDigest({ sha256 }: { readonly sha256: string }) {
  return <code title={sha256}>{sha256.slice(0, 12)}</code>
}
