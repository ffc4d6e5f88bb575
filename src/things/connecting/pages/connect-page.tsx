import type { AnyConnector } from '../../../define/index.ts'
import { ApiError, AuthError, type CheckwrightError, CredentialError, HttpError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { beginLink } from '../../api/begin-links.ts'
import { demandConnector } from '../../api/demand.ts'
import { bindingCookie } from '../../api/options/binding-cookie.ts'
import { clearOldFlows } from '../../api/options/cookies.ts'
import { isConnectionName } from '../../connections/connections.ts'
import { demandDestination } from '../../connections/reading/demand-destination.ts'
import { findOauthConfig, isSentToVendor, loadStandings } from '../../connectors/pages/connectors.ts'
import { Link } from '../../pages/frame/links.tsx'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
} from '../../pages/page-route.ts'
import type { Connection } from '../../runtime/runtime.ts'
import { answerAfterTest, beginWork } from './answer-after-test.tsx'
import { addProblems, type ConnectFormState, emptyForm, readEnteredCredentials, readSentForm } from './connect-form.ts'
import { ConnectView } from './connect-view.tsx'
import { setConnectingCookie } from './connecting-cookie.ts'
import { GoOnInWindow } from './go-on-in-window.tsx'
import { goOnToVendor } from './go-on-to-vendor.tsx'

// With ?connection=… that connection gets new credentials instead of making a new one.

export const connectPage = definePage({
  path: '/connect/:connectorId',
  access: 'connections:write',
  show: async (visit) => {
    const connector = demandConnector(visit.runtime, visit.params.connectorId)
    const connection = await findConnectionToRenew(visit, connector)
    return renderConnectPage(visit, emptyForm(visit.runtime, connector, connection, visit.query))
  },
})

export const connect = defineAction({
  path: '/connect/:connectorId',
  access: 'connections:write',
  audit: {
    action: ({ runtime, params, query }) => {
      if (isSentToVendor(demandConnector(runtime, params.connectorId))) return 'oauth.start'
      return query.has('connection') ? 'connection.update' : 'connection.create'
    },
  },
  act: async (visit) => {
    const { texts } = visit
    const connector = demandConnector(visit.runtime, visit.params.connectorId)
    const state = readSentForm(
      emptyForm(visit.runtime, connector, await findConnectionToRenew(visit, connector)),
      visit.form,
    )
    try {
      return isSentToVendor(connector) ? await setOut(visit, state) : await keepConnectForm(visit, state)
    } catch (error) {
      if (error instanceof CredentialError)
        return renderConnectPage(visit, addProblems(texts, state, error), { status: 422 })
      if (isOfVendor(error)) return renderConnectPage(visit, state, { status: 422, refusal: error.message })
      throw error
    }
  },
})

/** To the vendor, where the person decides. */
async function setOut(visit: OwnSubmission, state: ConnectFormState): Promise<PageAnswer> {
  const { texts } = visit
  const { runtime, person } = visit
  const { connector, connection } = state
  const { url, binding } = await runtime.oauth.start({
    connector,
    organizationId: person.organizationId,
    userId: person.userId,
    connectionId: connection?.id,
    credentials: readEnteredCredentials(state, visit.form),
  })
  // Its link needs no session in the window that it opens, so that it is made only where pages may be in frames.
  const isInFrame = runtime.frameOrigins.length > 0 && visit.request.headers.get('sec-fetch-dest') === 'iframe'
  if (isInFrame) return setOutOfFrame(visit, state, { url, binding })
  const sent = visit.request.headers.get('cookie')
  const cookies = [
    bindingCookie(runtime, binding),
    setConnectingCookie(runtime, binding, connector.id, connection?.id),
    ...clearOldFlows(runtime, sent, 'oauth'),
    ...clearOldFlows(runtime, sent, 'connecting'),
  ]
  return goOnToVendor(texts, connector.definition.name, url, cookies)
}

async function setOutOfFrame(
  { runtime, texts, person: { organizationId } }: OwnSubmission,
  { connector, connection }: ConnectFormState,
  flow: { readonly url: string; readonly binding: string },
): Promise<PageAnswer> {
  const { name } = connector.definition
  const { url } = await beginLink(runtime, {
    ...flow,
    organizationId,
    connectorId: connector.id,
    scopes: findOauthConfig(connector)?.scopes ?? [],
    isRenewal: connection !== undefined,
    needsNoSession: true,
  })
  return createPage(
    { title: texts.actions.signInTo({ name }) },
    <section class="lone">
      <GoOnInWindow name={name} url={url} />
      <p>
        <Link to="/connections" looks="quiet">
          {texts.connect.goOn.done}
        </Link>
      </p>
    </section>,
  )
}

async function keepConnectForm(visit: OwnSubmission, state: ConnectFormState): Promise<PageAnswer> {
  const { texts } = visit
  const { runtime, person } = visit
  const { connector, connection: existing } = state
  const { organizationId, userId } = person
  const credentials = readEnteredCredentials(state, visit.form)
  if (existing === undefined) {
    const name = state.name === '' ? undefined : state.name
    if (name !== undefined && !isConnectionName(name))
      return renderConnectPage(visit, state, {
        status: 422,
        refusal: texts.connect.form.nameInvalid,
      })
    const { connection, test } = await runtime.connections.connect({
      connector,
      organizationId,
      userId,
      credentials,
      name,
    })
    if (connection) return beginWork(texts, visit, connector, connection, test)
    // Nothing is kept of a failed attempt; the person corrects the values here.
    return renderConnectPage(visit, state, { status: 422, refusal: test.message })
  }
  const connection = await runtime.connections.update({ id: existing.id, organizationId }, { credentials })
  const test = await runtime.connections.test({ id: connection.id, organizationId })
  if (test.ok || test.undecided) return answerAfterTest(texts, connection, test, true)
  const again = { ...state, connection: await requireConnectionToRenew(visit, connector, connection.id) }
  return renderConnectPage(visit, again, { status: 422, refusal: test.message })
}

function isOfVendor(error: unknown): error is CheckwrightError {
  return error instanceof AuthError || error instanceof HttpError
}

async function renderConnectPage(
  { texts, runtime, person }: OwnVisit,
  state: ConnectFormState,
  { status = 200, refusal }: { readonly status?: number; readonly refusal?: string | undefined } = {},
): Promise<PageAnswer> {
  const { connector, connection } = state
  const { readiness } = (await loadStandings(runtime, person.organizationId))(connector)
  // Switching a connector off affects new connections only; an existing one may be fixed.
  const obstacle =
    readiness === 'ready' || (readiness === 'disabled' && connection !== undefined) ? undefined : readiness
  const { name } = connector.definition
  return createPage(
    {
      title: connection === undefined ? texts.actions.connectNamed({ name }) : texts.actions.reconnectNamed({ name }),
      status,
    },
    <ConnectView
      state={state}
      obstacle={obstacle}
      isAdmin={mayDo(person.role, 'organization-apps:write')}
      organizationId={person.organizationId}
      refusal={refusal}
    />,
  )
}

async function findConnectionToRenew(visit: OwnVisit, connector: AnyConnector): Promise<Connection | undefined> {
  const id = visit.query.get('connection')
  return id === null ? undefined : requireConnectionToRenew(visit, connector, id)
}

/** @throws ApiError 404; 403 where an admin has to decide */
async function requireConnectionToRenew(
  { runtime, person }: OwnVisit,
  connector: AnyConnector,
  id: string,
): Promise<Connection> {
  const connection = await runtime.connections.get({ id, organizationId: person.organizationId })
  if (connection?.connector === connector.id) {
    await demandDestination(runtime, connection, person.role)
    return connection
  }
  throw new ApiError('There is no such connection.', { code: 'NOT_FOUND' })
}
