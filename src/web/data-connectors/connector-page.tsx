import { ApiError } from '../../errors/index.ts'
import type {
  DataConnector,
  DataConnectorMove,
  DataConnectorVersion,
} from '../../runtime/connectors/data-connectors.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage } from '../page-route.ts'
import { formatCount, Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { ShortDigest, StateBadge } from './version-parts.tsx'

/** One connector as data: its versions, and the moves of connections. */
export const dataConnectorPage = definePage({
  path: '/connectors/:connectorId',
  access: 'connectors:write',
  show: async ({ runtime: { dataConnectors }, params }) => {
    const id = params.connectorId ?? ''
    const connector = await dataConnectors.get(id)
    if (connector === undefined)
      throw new ApiError('There is no such connector as data.', { code: 'NOT_FOUND', status: 404 })
    const [versions, moves] = await Promise.all([dataConnectors.versions(id), dataConnectors.moves(id)])
    return {
      kind: 'page',
      title: id,
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to="/connectors">Connectors as data</Link>
              </p>
              <h1>{id}</h1>
              <p class="lead">{`Publisher: ${connector.publisher}. ${formatCount(connector.connections, 'connection')}.`}</p>
            </div>
            <StateBadge state={connector.state} />
          </header>
          <Versions versions={versions} />
          {moves.length > 0 && <Moves id={id} moves={moves} />}
          <Retirement {...connector} />
        </>
      ),
    }
  },
})

export const retireDataConnector = defineAction({
  path: '/connectors/:connectorId/retire',
  access: 'connectors:write',
  audit: { action: 'connector.retire', target: 'connectorId' },
  act: async ({ runtime, params, person }) => {
    const { id } = await runtime.dataConnectors.retire({ id: params.connectorId ?? '', by: person.userId })
    return { kind: 'redirect', to: `/connectors/${encodeURIComponent(id)}`, notice: 'connector-retired' }
  },
})

export const undoDataConnectorMove = defineAction({
  path: '/connectors/:connectorId/moves/:moveId/undo',
  access: 'connectors:write',
  audit: { action: 'connector.move-undo', target: 'moveId' },
  act: async ({ runtime, params, person }) => {
    const { connectorId: id = '', moveId = '' } = params
    await runtime.dataConnectors.undo({ id, moveId, by: person.userId })
    return { kind: 'redirect', to: `/connectors/${encodeURIComponent(id)}`, notice: 'connections-moved-back' }
  },
})

function Versions({ versions }: { readonly versions: readonly DataConnectorVersion[] }) {
  return (
    <section class="sheet" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <Scrollable name="Table of versions">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Secrets</th>
              <th scope="col">Connections</th>
              <th scope="col">Added</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((each) => (
              <tr>
                <th scope="row">
                  <Link to={`/connectors/${encodeURIComponent(each.connectorId)}/versions/${each.sha256}`}>
                    {each.version}
                  </Link>{' '}
                  {each.isPublished && <span class="badge pass">Published</span>}
                  <span class="small">
                    <ShortDigest sha256={each.sha256} />
                  </span>
                </th>
                <td data-label="Secrets">{describeDestination(each)}</td>
                <td data-label="Connections">{each.connections}</td>
                <td data-label="Added">
                  <Moment at={each.addedAt} /> <span class="small">{`by ${each.addedBy}`}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </section>
  )
}

function describeDestination({ hasSameDestination, isPublished }: DataConnectorVersion): string {
  if (isPublished || hasSameDestination === undefined) return '–'
  return hasSameDestination ? 'As the published version' : 'Go elsewhere'
}

function Moves({ id, moves }: { readonly id: string; readonly moves: readonly DataConnectorMove[] }) {
  return (
    <section class="sheet" aria-labelledby="moves">
      <h2 id="moves">Moves of connections</h2>
      <ul class="list">
        {moves.map((move) => (
          <li>
            <span class="what">
              {`${formatCount(move.connections, 'connection')} to `}
              <ShortDigest sha256={move.sha256} />
              <span class="small">
                {' '}
                <Moment at={move.movedAt} /> {`by ${move.movedBy}`}
              </span>
            </span>
            {move.undoneAt === undefined ? (
              <PostForm to={`/connectors/${encodeURIComponent(id)}/moves/${move.id}/undo`}>
                <button class="button quiet" type="submit" aria-label={`Undo the move to ${move.sha256.slice(0, 12)}`}>
                  Undo
                </button>
              </PostForm>
            ) : (
              <span class="small">
                Undone <Moment at={move.undoneAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Retirement({ id, state, retiredAt, retiredBy }: DataConnector) {
  if (state === 'draft') return null
  return (
    <section class="sheet" aria-labelledby="retire">
      <h2 id="retire">Retire</h2>
      {state === 'retired' ? (
        <p>
          {retiredAt !== undefined && (
            <>
              Retired <Moment at={retiredAt} />
              {retiredBy === undefined ? '. ' : ` by ${retiredBy}. `}
            </>
          )}
          Nobody can connect it, and nothing is asked of the vendor. Publish a version to bring it back. Its findings
          and runs stay.
        </p>
      ) : (
        <>
          <p>
            Nobody can connect it any more, and runs of its connections end without a request. Findings and runs stay.
          </p>
          <PostForm to={`/connectors/${encodeURIComponent(id)}/retire`}>
            <div class="actions">
              <button class="button danger" type="submit">
                Retire it
              </button>
            </div>
          </PostForm>
        </>
      )}
    </section>
  )
}
