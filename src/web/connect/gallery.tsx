import type { AnyConnector } from '../../define/index.ts'
import { connectionCounts, matching, type Readiness, readinessFor } from '../connectors/connectors.ts'
import { Monogram, Search, searchable } from '../connectors/parts.tsx'
import { Link } from '../frame/links.tsx'
import { page } from '../route.ts'
import { counted } from '../shared/moment.tsx'

export const connectGallery = page({
  path: '/connect',
  access: 'member',
  show: async ({ runtime, person: { organizationId }, query }) => {
    const search = query.get('q')?.trim() ?? ''
    const [readiness, counts] = await Promise.all([
      readinessFor(runtime, organizationId),
      connectionCounts(runtime, organizationId),
    ])
    const found = matching(runtime.connectors, search)
    return {
      kind: 'page',
      title: 'Connect',
      content: (
        <>
          <div class="head">
            <div>
              <h1>Connect a system</h1>
              <p class="lead">
                Choose what is to be checked. What you enter is sealed, goes to that system alone, and is never shown
                again.
              </p>
            </div>
            <Search to="/connect" value={search} count={found.length} />
          </div>
          {found.length === 0 && <p>{`Nothing here goes by “${search}”.`}</p>}
          <ul class="gallery" id="gallery">
            {found.map((connector) => (
              <Card
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

interface CardProps {
  readonly connector: AnyConnector
  readonly readiness: Readiness
  readonly connections: number
}

function Card({ connector, readiness, connections }: CardProps) {
  const { id, definition, checks } = connector
  return (
    <li class="card" {...searchable(connector)}>
      <div class="titled">
        <Monogram name={definition.name} />
        <h2>
          <Link to={`/connect/${id}`}>{definition.name}</Link>
        </h2>
      </div>
      {definition.description !== undefined && <p>{definition.description}</p>}
      <div class="foot">
        <span>{counted(checks.length, 'check')}</span>
        {connections > 0 && <span class="badge pass">{counted(connections, 'connection')}</span>}
        {readiness === 'needs-app' && <span class="badge manual">Not set up yet</span>}
        {readiness === 'disabled' && <span class="badge plain">Not available for now</span>}
      </div>
    </li>
  )
}
