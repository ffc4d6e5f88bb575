import { type Context, Hono } from 'hono'
import { ApiError, AuthError } from '../../../errors/index.ts'
import { type BeginView, renderBeginPage, renderGoingOnPage } from '../../api/answers/begin-page.ts'
import { guardPage, renderNotConnected } from '../../api/answers/person-page.ts'
import { type BegunFlow, beginPath, followBeginLink, openBeginLink } from '../../api/begin-links.ts'
import { noteRoute } from '../../api/observe-requests.ts'
import { bindingCookie } from '../../api/options/binding-cookie.ts'
import { clearOldFlows } from '../../api/options/cookies.ts'
import type { HostEnv } from '../../api/options/env.ts'
import { createFormToken, demandOwnForm, readBrowserKey } from '../../api/options/form-token.ts'
import type { WebPages } from '../../api/web-pages.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Parameter that proves that a person confirmed our page in this browser. */
const confirmation = 'confirm'

/**
 * The page at which a browser begins a flow that a server requested. The page shows who requests which access. After a
 * person confirms it, the browser gets the cookie that ties the flow to it, and goes to the vendor. Without that,
 * anybody could send a link and have a stranger's account connected to their own organization.
 * @param report logs an error that the person does not see, under the request id that they do see
 */
export function createOAuthBeginRoute(
  runtime: Runtime,
  report: (error: unknown, requestId: string) => void,
  pages?: () => Promise<WebPages>,
) {
  const answer = async (context: Context<HostEnv>): Promise<Response> => {
    const { method } = context.req.raw
    const token = context.req.query('flow') ?? ''
    const link = await openBeginLink(runtime, token)
    const shown = pages && (await pages())
    const refusal = link.needsNoSession ? undefined : await shown?.refuseToBegin(context, link.organizationId)
    if (refusal) return refusal
    const about = await describeBegin(runtime, link)
    const key = readBrowserKey(runtime, context.req.raw)
    if (method !== 'POST') {
      const proof = await createFormToken(runtime, key, undefined)
      const action = `?${new URLSearchParams({ flow: token, [confirmation]: proof })}`
      const view = { ...about, action, cookies: key.cookie === undefined ? [] : [key.cookie] }
      return shown ? shown.showBeginning(context, view) : renderBeginPage(context, view)
    }
    await demandConfirmation(runtime, context)
    const { url, binding } = await followBeginLink(runtime, token)
    const { organizationId, connector: name } = about
    const room = clearOldFlows(runtime, context.req.header('cookie'), 'oauth')
    const goingOn = { organizationId, name, url, cookies: [bindingCookie(runtime, binding), ...room] }
    return shown ? shown.showGoingOn(context, goingOn) : renderGoingOnPage(context, goingOn)
  }
  return new Hono<HostEnv>().on(['GET', 'POST'], beginPath, async (context) => {
    noteRoute(context)
    guardPage(context)
    // A HEAD request, as link checkers send it, begins no flow.
    if (context.req.raw.method === 'HEAD') return context.body(null, 204)
    try {
      return await answer(context)
    } catch (error) {
      return pages ? (await pages()).showNotConnected(context, error) : renderNotConnected(context, error, report)
    }
  })
}

/** @throws AuthError for a form that was not on our page, or was opened in another browser */
async function demandConfirmation(runtime: Runtime, context: Context<HostEnv>): Promise<void> {
  try {
    await demandOwnForm(runtime, context.req.raw, context.req.query(confirmation) ?? '', undefined)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new AuthError('This page was not confirmed in this browser. Open the link again, and allow cookies.', {
      code: 'AUTH_STATE_INVALID',
    })
  }
}

/** The facts that a person needs before they go on. */
async function describeBegin(
  runtime: Runtime,
  { organizationId, connectorId, scopes, isRenewal, url }: BegunFlow,
): Promise<Omit<BeginView, 'action' | 'cookies'>> {
  const organization = await runtime.organizations.get(organizationId)
  const connector = runtime.connectors.find(({ id }) => id === connectorId)
  return {
    organizationId,
    organization: organization?.name ?? organizationId,
    connector: connector?.definition.name ?? connectorId,
    vendor: new URL(url).host,
    scopes,
    isRenewal,
  }
}
