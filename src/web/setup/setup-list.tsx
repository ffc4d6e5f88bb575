import type { AnyConnector } from '../../define/index.ts'
import { connectionCounts, matching, oauthConfigOf, type Readiness, readinessFor } from '../connectors/connectors.ts'
import { Monogram, Search, searchable } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import { page } from '../route.ts'
import { counted } from '../shared/moment.tsx'

export const setupList = page({
  path: '/setup',
  access: 'admin',
  show: async ({ runtime, person: { organizationId }, query }) => {
    const search = query.get('q')?.trim() ?? ''
    const [readiness, counts] = await Promise.all([
      readinessFor(runtime, organizationId),
      connectionCounts(runtime, organizationId),
    ])
    const found = matching(runtime.connectors, search)
    const waiting = runtime.connectors.filter((each) => readiness(each) === 'needs-app').length
    return {
      kind: 'page',
      title: 'Set up',
      content: (
        <>
          <div class="head">
            <div>
              <h1>Set up connectors</h1>
              <p class="lead">
                {waiting === 0
                  ? 'Nothing is missing: people can connect all of these that are not disabled.'
                  : `${counted(waiting, 'connector needs', 'connectors need')} an OAuth app before people can connect ${waiting === 1 ? 'it' : 'them'}. The others are ready.`}
              </p>
            </div>
            <Search to="/setup" value={search} count={found.length} />
          </div>
          <ul class="lines" id="gallery">
            {found.map((connector) => (
              <Entry
                connector={connector}
                readiness={readiness(connector)}
                connections={counts.get(connector.id) ?? 0}
              />
            ))}
          </ul>
        </>
      ),
    }
  },
})

interface EntryProps {
  readonly connector: AnyConnector
  readonly readiness: Readiness
  readonly connections: number
}

function Entry({ connector, readiness, connections }: EntryProps) {
  const { id, definition } = connector
  return (
    <li {...searchable(connector)}>
      <Monogram name={definition.name} />
      <div class="what">
        <h2>
          <Link to={`/setup/${id}`}>{definition.name}</Link>
        </h2>
        <p class="small">{oauthConfigOf(connector) === undefined ? 'People type their credentials' : 'OAuth'}</p>
      </div>
      <ReadinessBadge of={readiness} />
      <p class="small count">{counted(connections, 'connection')}</p>
    </li>
  )
}

export function ReadinessBadge({ of }: { readonly of: Readiness }) {
  const { tone, words } = badges[of]
  return <span class={`badge ${tone}`}>{words}</span>
}

const badges: Readonly<Record<Readiness, { readonly tone: string; readonly words: string }>> = {
  ready: { tone: 'pass', words: 'Ready' },
  'needs-app': { tone: 'manual', words: 'Needs an OAuth app' },
  disabled: { tone: 'plain', words: 'Disabled' },
}
