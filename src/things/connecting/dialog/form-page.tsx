import type { AnyConnector } from '../../../define/index.ts'
import { ApiError, AuthError, CredentialError, HttpError } from '../../../errors/index.ts'
import { trimSlashes } from '../../../text/trim-slashes.ts'
import { beginLink } from '../../api/begin-links.ts'
import { demandConnector } from '../../api/demand.ts'
import { isConnectionName } from '../../connections/connections.ts'
import { findOauthConfig, isSentToVendor, loadStandings } from '../../connectors/pages/connectors.ts'
import { Instructions, Monogram } from '../../connectors/pages/parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer } from '../../pages/page-route.ts'
import { connectDialogPath } from '../connect-sessions.ts'
import { beginWork } from '../pages/answer-after-test.tsx'
import {
  addProblems,
  type ConnectFormState,
  emptyForm,
  readEnteredCredentials,
  readSentForm,
} from '../pages/connect-form.ts'
import { Asked, ConnectForm } from '../pages/connect-view.tsx'
import { GoOnInWindow } from '../pages/go-on-in-window.tsx'
import { type DialogVisit, defineDialog } from './define-dialog.tsx'
import { CloseButton, DialogScript, Requester } from './dialog-parts.tsx'

const path = '/:sessionId/:connectorId'

/** Where a person enters credentials, or goes on to the vendor. */
export const formInDialog = defineDialog({
  method: 'get',
  path,
  answer: async (visit) => {
    if (visit.session.connectionId !== null) return backToStart(visit)
    const connector = await demandOffered(visit)
    return renderForm(visit, emptyForm(visit.runtime, connector, undefined), visit.session.problem ?? undefined)
  },
})

export const connectInDialog = defineDialog({
  method: 'post',
  path,
  answer: async (visit) => {
    const connector = await demandOffered(visit)
    const state = readSentForm(emptyForm(visit.runtime, connector, undefined), visit.form)
    try {
      return isSentToVendor(connector) ? await setOut(visit, state) : await keepForm(visit, state)
    } catch (error) {
      if (error instanceof CredentialError)
        return refuse(await renderForm(visit, addProblems(visit.texts, state, error)))
      if (error instanceof AuthError && error.code === 'AUTH_STATE_INVALID') throw error
      if (error instanceof AuthError || error instanceof HttpError)
        return refuse(await renderForm(visit, state, error.message))
      throw error
    }
  },
})

/** One of those that the host's server named, and that can be connected now. @throws ApiError 404 */
async function demandOffered({ runtime, session, params }: DialogVisit): Promise<AnyConnector> {
  const { connectors, organizationId } = session
  const connector = demandConnector(runtime, params.connectorId)
  const { readiness } = (await loadStandings(runtime, organizationId))(connector)
  if (readiness === 'ready' && (connectors === null || connectors.includes(connector.id))) return connector
  throw new ApiError('There is no such connector.', { code: 'CONNECTOR_UNKNOWN' })
}

async function keepForm(visit: DialogVisit, state: ConnectFormState): Promise<PageAnswer> {
  const { runtime, session, form } = visit
  const { id, organizationId, userId } = session
  const { connector } = state
  const name = state.name === '' ? undefined : state.name
  if (name !== undefined && !isConnectionName(name))
    return refuse(await renderForm(visit, state, visit.texts.connect.form.nameInvalid))
  const credentials = readEnteredCredentials(state, form)
  const { connection, test } = await runtime.connectSessions.attempt(id, () =>
    runtime.connections.connect({ connector, organizationId, userId: userId ?? undefined, credentials, name }),
  )
  if (connection === undefined) return refuse(await renderForm(visit, state, test.message))
  await beginWork(visit.texts, visit, connector, connection, test)
  return backToStart(visit)
}

/** The person goes on in another window, and this page waits. */
async function setOut(visit: DialogVisit, state: ConnectFormState): Promise<PageAnswer> {
  const { runtime, session, form, texts } = visit
  const { id, organizationId, userId } = session
  const { connector } = state
  const { name } = connector.definition
  const flow = await runtime.oauth.start({
    connector,
    organizationId,
    userId: userId ?? undefined,
    connectSessionId: id,
    credentials: readEnteredCredentials(state, form),
  })
  const { scopes = [] } = findOauthConfig(connector) ?? {}
  const { url } = await beginLink(runtime, {
    ...flow,
    organizationId,
    connectorId: connector.id,
    scopes,
    isRenewal: false,
    needsNoSession: true,
  })
  const next = `${connectDialogPath}/${id}`
  return createPage(
    { title: texts.actions.signInTo({ name }) },
    <section
      class="lone"
      data-dialog-wait={`${toMounted(runtime, next)}/state`}
      data-dialog-next={toMounted(runtime, next)}
    >
      <GoOnInWindow name={name} url={url} />
      <p class="row">
        <Link to={next} looks="quiet">
          {texts.connect.goOn.done}
        </Link>
        <CloseButton session={session} />
      </p>
      <DialogScript />
    </section>,
  )
}

function backToStart({ session: { id } }: DialogVisit): PageAnswer {
  return { kind: 'redirect', to: `${connectDialogPath}/${id}` }
}

function toMounted({ publicUrl }: DialogVisit['runtime'], path: string): string {
  return `${trimSlashes(new URL(publicUrl).pathname)}${path}`
}

function refuse(answer: PageAnswer): PageAnswer {
  return answer.kind === 'page' ? { ...answer, status: 422 } : answer
}

async function renderForm(visit: DialogVisit, state: ConnectFormState, refusal?: string): Promise<PageAnswer> {
  const { runtime, session, texts } = visit
  const { id, organizationId, connectors } = session
  const { connector } = state
  const { name } = connector.definition
  const organization = await runtime.organizations.get(organizationId)
  const isSent = isSentToVendor(connector)
  return createPage(
    { title: texts.actions.connectNamed({ name }) },
    <div class="stack dialog">
      {connectors?.length !== 1 && (
        <p class="crumbs">
          <Link to={`${connectDialogPath}/${id}`}>{texts.connect.dialog.chooseAnother}</Link>
        </p>
      )}
      <div>
        <div class="titled">
          <Monogram name={name} />
          <h1>{texts.actions.connectNamed({ name })}</h1>
        </div>
        <Requester organization={organization?.name ?? organizationId} name={name} />
      </div>
      <ConnectForm
        state={state}
        organizationId={organizationId}
        refusal={refusal}
        to={`${connectDialogPath}/${id}/${connector.id}`}
      />
      <Asked state={state} />
      {!isSent && <Instructions connector={connector} />}
      <p class="row">
        <CloseButton session={session} />
      </p>
      <DialogScript />
    </div>,
  )
}
