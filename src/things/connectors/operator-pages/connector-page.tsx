import { ApiError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage } from '../../pages/page-route.ts'
import { FormActions, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { DataConnector, DataConnectorMove, DataConnectorVersion } from '../data-connectors.ts'
import { ShortDigest, StateBadge } from './version-parts.tsx'

/** One connector as data: its versions, and the moves of connections. */
export const dataConnectorPage = definePage({
  path: '/connectors/:connectorId',
  access: 'connectors:write',
  show: async ({ texts, runtime: { dataConnectors }, params }) => {
    const id = params.connectorId ?? ''
    const connector = await dataConnectors.get(id)
    if (connector === undefined) throw new ApiError('There is no such connector as data.', { code: 'NOT_FOUND' })
    const [versions, moves] = await Promise.all([dataConnectors.versions(id), dataConnectors.moves(id)])
    return createPage(
      { title: id },
      <>
        <PageHead
          crumbs={<Link to="/connectors">{texts.dataConnectors.title}</Link>}
          title={id}
          lead={texts.dataConnectors.connector.lead({
            publisher: connector.publisher,
            connections: connector.connections,
          })}
          actions={<StateBadge state={connector.state} />}
        />
        <Versions versions={versions} />
        {moves.length > 0 && <Moves id={id} moves={moves} />}
        <Retirement {...connector} />
      </>,
    )
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
  const texts = useTexts()
  return (
    <Sheet id="versions" title={texts.dataConnectors.versions.title}>
      <Scrollable name={texts.dataConnectors.versions.table}>
        <Table
          rows={versions}
          columns={[
            [
              texts.dataConnectors.versions.version,
              ({ connectorId, version, sha256, isPublished }) => (
                <>
                  <Link to={`/connectors/${encodeURIComponent(connectorId)}/versions/${sha256}`}>{version}</Link>{' '}
                  {isPublished && <span class="badge pass">{texts.dataConnectors.states.published}</span>}
                  <span class="small">
                    <ShortDigest sha256={sha256} />
                  </span>
                </>
              ),
            ],
            [texts.dataConnectors.versions.secrets, (each) => describeDestination(texts, each)],
            [texts.labels.connections, ({ connections }) => connections],
            [
              texts.labels.added,
              ({ addedAt, addedBy }) => texts.shared.momentBy({ moment: <Moment at={addedAt} />, by: addedBy }),
            ],
          ]}
        />
      </Scrollable>
    </Sheet>
  )
}

function describeDestination(texts: Texts, { hasSameDestination, isPublished }: DataConnectorVersion): string {
  if (isPublished || hasSameDestination === undefined) return '–'
  return hasSameDestination
    ? texts.dataConnectors.versions.sameDestination
    : texts.dataConnectors.versions.otherDestination
}

function Moves({ id, moves }: { readonly id: string; readonly moves: readonly DataConnectorMove[] }) {
  const texts = useTexts()
  return (
    <Sheet id="moves" title={texts.dataConnectors.moves.title}>
      <ul class="list">
        {moves.map((move) => (
          <li>
            <span class="what">
              {texts.dataConnectors.moves.entry({
                connections: move.connections,
                version: <ShortDigest sha256={move.sha256} />,
              })}
              <span class="small">
                {' '}
                {texts.shared.momentBy({ moment: <Moment at={move.movedAt} />, by: move.movedBy })}
              </span>
            </span>
            {move.undoneAt === undefined ? (
              <PostForm to={`/connectors/${encodeURIComponent(id)}/moves/${move.id}/undo`}>
                <SubmitButton
                  looks="quiet"
                  aria-label={texts.dataConnectors.moves.undoNamed({ sha256: move.sha256.slice(0, 12) })}
                >
                  {texts.actions.undo}
                </SubmitButton>
              </PostForm>
            ) : (
              <span class="small">{texts.dataConnectors.moves.undone({ moment: <Moment at={move.undoneAt} /> })}</span>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Retirement({ id, state, retiredAt, retiredBy }: DataConnector) {
  const texts = useTexts()
  if (state === 'draft') return null
  return (
    <Sheet id="retire" title={texts.dataConnectors.retire.title}>
      {state === 'retired' ? (
        <p>
          {retiredAt !== undefined && (
            <>
              {retiredBy === undefined
                ? texts.dataConnectors.retire.retired({ moment: <Moment at={retiredAt} /> })
                : texts.dataConnectors.retire.retiredBy({ moment: <Moment at={retiredAt} />, by: retiredBy })}{' '}
            </>
          )}
          {texts.dataConnectors.retire.retiredText}
        </p>
      ) : (
        <>
          <p>{texts.dataConnectors.retire.help}</p>
          <PostForm to={`/connectors/${encodeURIComponent(id)}/retire`}>
            <FormActions submit={texts.dataConnectors.retire.title} looks="danger" />
          </PostForm>
        </>
      )}
    </Sheet>
  )
}
