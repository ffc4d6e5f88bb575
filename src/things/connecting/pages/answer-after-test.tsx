import type { AnyConnector } from '../../../define/index.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { listMissingVariables } from '../../connections/declared-variables.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import type { Connection, ConnectionTest } from '../../runtime/runtime.ts'

/** The page after the test of a connection that is kept: it got new credentials, or that a vendor sent the person back for. */
export function answerAfterTest(
  texts: Texts,
  { id, connector }: Connection,
  test: ConnectionTest,
  isRenewed: boolean,
): PageAnswer {
  // If a connector declares no test, the connection is made but not proven.
  const notice = test.message !== undefined ? 'untested' : isRenewed ? 'reconnected' : 'connected'
  if (test.ok) return { kind: 'redirect', to: `/connections/${id}`, notice, made: id }
  if (test.undecided) return { kind: 'redirect', to: `/connections/${id}`, notice: 'connected-unproven', made: id }
  return createPage(
    { title: texts.connect.end.notWorking },
    <section class="lone">
      <h1>{texts.connect.end.notWorking}</h1>
      <p>{test.message}</p>
      <p class="row">
        <Link to={`/connect/${connector}?connection=${id}`} looks="primary">
          {texts.actions.reconnect}
        </Link>
        <Link to={`/connections/${id}`} looks="quiet">
          {texts.connect.end.open}
        </Link>
      </p>
    </section>,
  )
}

/** After a new connection: a first run at once, unless a value is missing without which its checks cannot tell. */
export async function beginWork(
  texts: Texts,
  { runtime }: Pick<OwnVisit, 'runtime'>,
  connector: AnyConnector,
  connection: Connection,
  test: ConnectionTest,
): Promise<PageAnswer> {
  const { id, organizationId } = connection
  const to = `/connections/${id}`
  if (!test.ok) return answerAfterTest(texts, connection, test, false)
  const mayRun = connector.checks.length > 0 && connector.checks.every(({ writes }) => writes !== true)
  if (listMissingVariables(connector, connection).length > 0)
    return { kind: 'redirect', to: `${to}#variables`, notice: 'connected-incomplete', made: id }
  if (!mayRun) return answerAfterTest(texts, connection, test, false)
  try {
    await runtime.runs.start({ connectionId: id, organizationId, evidence: true })
  } catch (error) {
    // A full queue is no reason to say that the person is not connected.
    if (!(error instanceof CheckwrightError)) throw error
    return answerAfterTest(texts, connection, test, false)
  }
  return { kind: 'redirect', to, notice: 'connected-running', made: id }
}
