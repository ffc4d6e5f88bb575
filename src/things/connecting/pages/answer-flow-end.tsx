import { readCallbackState } from '../../../auth/oauth/callback.ts'
import { AuthError, type CheckwrightError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { isForPerson } from '../../api/answers/person-page.ts'
import { clearBindingCookie, readBindingCookie } from '../../api/options/binding-cookie.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import type { ConnectedFlow } from '../../api/web-pages.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer, type Visit } from '../../pages/page-route.ts'
import { createLonePage } from '../../pages/shared/lone-page.tsx'
import type { Connection } from '../../runtime/runtime.ts'
import { answerAfterTest, beginWork } from './answer-after-test.tsx'
import { type ConnectingState, forgetConnecting, readConnectingCookie } from './connecting-cookie.ts'

interface ReturnVisit extends Visit {
  readonly person: SessionPerson | undefined
}

/** A person came back from the vendor, and the connection is made and tested. */
export async function answerConnected(
  visit: ReturnVisit,
  { connection, test, isRenewed, isInDialog }: ConnectedFlow,
): Promise<PageAnswer> {
  const { runtime, person, request } = visit
  const { organizationId } = connection
  if (isInDialog) {
    const { texts } = await visit.speakFor(organizationId)
    const connector = await runtime.connectorOf(connection)
    if (connector) await beginWork(texts, visit, connector, connection, test)
    // The dialog waits in another window, and shows what came of it.
    return {
      ...(test.ok ? describeDone(texts) : describeUnproven(texts, connection)),
      organizationId,
      cookies: endFlow(visit),
    }
  }
  const { texts } = visit
  const connecting = readConnectingCookie(runtime, request, readState(visit))
  // They followed a link of an application that requested this; the rest happens there.
  if (person?.organizationId !== organizationId || connecting === undefined)
    return { ...(test.ok ? describeDone(texts) : describeUnproven(texts, connection)), cookies: endFlow(visit) }
  const answer = isRenewed
    ? answerAfterTest(texts, connection, test, isRenewed)
    : await beginWork(texts, visit, connecting.connector, connection, test)
  return answer.kind === 'response' ? answer : { ...answer, cookies: endFlow(visit) }
}

/** The flow is over for this browser, successfully or not. */
function endFlow(visit: Visit): string[] {
  const state = readState(visit)
  if (state === undefined) return []
  const hasSetOut = readConnectingCookie(visit.runtime, visit.request, state) !== undefined
  return [...(hasSetOut ? [forgetConnecting(visit.runtime, state)] : []), clearBindingCookie(visit.runtime, state)]
}

function readState({ request }: Visit): string | undefined {
  return readCallbackState(request.url)
}

function describeDone(texts: Texts) {
  return createLonePage({ title: texts.states.connection.active, text: texts.connect.end.ready })
}

function describeUnproven(texts: Texts, { stateReason }: Connection) {
  return createLonePage({ title: texts.connect.end.unverified, text: stateReason })
}

/**
 * There is no connection: the reason, and the next step.
 * @returns undefined for errors that the person must not see
 */
export function answerNotConnected(visit: ReturnVisit, error: unknown): PageAnswer | undefined {
  const { texts } = visit
  if (!isForPerson(error)) return undefined
  const { runtime, request, person } = visit
  const state = readState(visit)
  const connecting = readConnectingCookie(runtime, request, state)
  const isHere = readBindingCookie(runtime, request.headers.get('cookie'), state) !== undefined
  const { title, text = error.message } = explainNotConnected(texts, error, isHere)
  return createPage(
    { status: 400, title, cookies: isHere ? endFlow(visit) : [] },
    <section class="lone">
      <h1>{title}</h1>
      <p>{text}</p>
      {person && (
        <p class="row">
          {error.code === 'AUTH_APP_MISCONFIGURED' && mayDo(person.role, 'organization-apps:write') && connecting && (
            <Link to={`/setup/${connecting.connector.id}`} looks="primary">
              {texts.connect.end.checkApp({ name: connecting.connector.definition.name })}
            </Link>
          )}
          <TryAgain connecting={connecting} />
        </p>
      )}
      <p class="small">{texts.connect.end.code({ code: <code>{error.code}</code> })}</p>
    </section>,
  )
}

function TryAgain({ connecting }: { readonly connecting: ConnectingState | undefined }) {
  const texts = useTexts()
  if (connecting === undefined) {
    return (
      <Link to="/connect" looks="primary">
        {texts.actions.connectSystem}
      </Link>
    )
  }
  const { connector, connectionId } = connecting
  const query = connectionId === undefined ? '' : `?connection=${connectionId}`
  return (
    <Link to={`/connect/${connector.id}${query}`} looks="primary">
      {texts.connect.end.tryAgain({ name: connector.definition.name })}
    </Link>
  )
}

/** Our own words if they explain more. Otherwise the error's message, which describes the vendor's answer. */
function explainNotConnected(
  texts: Texts,
  error: CheckwrightError,
  isHere: boolean,
): { readonly title: string; readonly text?: string } {
  switch (error.code) {
    case 'AUTH_CALLBACK_DENIED':
      return error instanceof AuthError && error.vendorCode === 'access_denied'
        ? { title: texts.connect.end.denied }
        : { title: texts.connect.end.notGranted }
    case 'AUTH_STATE_INVALID':
      return isHere
        ? {
            title: texts.connect.end.expired,
            text: texts.connect.end.expiredText,
          }
        : {
            title: texts.connect.end.otherBrowser,
            text: texts.connect.end.otherBrowserText,
          }
    case 'AUTH_APP_MISCONFIGURED':
      return { title: texts.connect.end.appMisconfigured }
    case 'AUTH_EXCHANGE_FAILED':
    case 'AUTH_REJECTED':
      return { title: texts.connect.end.rejected }
    case 'AUTH_TRANSIENT':
      return { title: texts.connect.end.noAnswer }
    default:
      return { title: texts.connect.end.notConnected }
  }
}
