import { mayDo } from '../../service/rights/permissions.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'
import { bareAppearance, type Frame, type Visitor } from '../../things/all-texts/frame.ts'
import { createFormToken, readBrowserKey } from '../../things/api/options/form-token.ts'
import type { Session } from '../../things/api/options/host-options.ts'
import type { SessionPerson } from '../../things/api/options/person.ts'
import { renderDocument } from '../../things/pages/frame/layout.tsx'
import { buildPageHeaders } from '../../things/pages/headers.ts'
import { findNotice } from '../../things/pages/page-notices.ts'
import type { PageAnswer, ShownPage, Visit } from '../../things/pages/page-route.ts'
import { SignInLinks } from '../../things/people/pages/sign-in-links.ts'

interface ShownVisit extends Visit {
  readonly person: SessionPerson | undefined
  readonly session: Session
  /** Origins whose pages may show the page in a frame, if it does not say so itself. */
  readonly framedBy: readonly string[]
  readonly isDialog: boolean
}

/** An answer of a page as a response: with its frame and the headers of every page. */
export async function respond(visit: ShownVisit, answer: PageAnswer): Promise<Response> {
  const response = await createResponse(visit, answer)
  // The window of a host's page hears of the end of the dialog that it opened. A redirect counts too.
  if (visit.isDialog) response.headers.set('cross-origin-opener-policy', 'unsafe-none')
  return response
}

async function createResponse(visit: ShownVisit, answer: PageAnswer): Promise<Response> {
  const { runtime, person } = visit
  const base = readBasePath(runtime)
  if (answer.kind === 'response') return answer.response
  if (answer.kind === 'redirect') {
    const { to, notice, cookies = [] } = answer
    const [path = '', place] = to.split('#')
    const mark = path.includes('?') ? '&' : '?'
    const headers = addCookies(buildPageHeaders(), cookies)
    const noticed = notice === undefined ? '' : `${mark}notice=${notice}`
    headers.set('location', `${base}${path}${noticed}${place === undefined ? '' : `#${place}`}`)
    headers.delete('content-type')
    return new Response(null, { status: 303, headers })
  }
  const key = readBrowserKey(runtime, visit.request)
  const frame: Frame = {
    ...createBareFrame(visit),
    formToken: await createFormToken(runtime, key, person),
    visitor: person && (await loadVisitor(visit, person)),
    notice: findNotice(visit.texts, visit.query.get('notice')),
    appearance: await visit.loadAppearance(answer.organizationId ?? person?.organizationId),
  }
  const { framedBy = visit.framedBy } = answer
  return renderFrame(frame, { ...answer, framedBy }, key.cookie === undefined ? [] : [key.cookie])
}

/** The same without data from the store. */
export function respondBarely(visit: Visit, answer: ShownPage): Response {
  return renderFrame(createBareFrame(visit), answer, [])
}

function renderFrame(frame: Frame, answer: ShownPage, cookies: readonly string[]): Response {
  const { title, content, status = 200, goOnTo, reloadSeconds } = answer
  const headers = addCookies(buildPageHeaders(answer.framedBy), [...cookies, ...(answer.cookies ?? [])])
  headers.set('content-language', frame.language)
  if (goOnTo !== undefined) headers.set('referrer-policy', 'no-referrer')
  return new Response(renderDocument(frame, { title, content, goOnTo, reloadSeconds }), { status, headers })
}

function createBareFrame({ runtime, request, requestId, language, texts, here }: Visit): Frame {
  const base = readBasePath(runtime)
  const path = stripBasePath(base, request)
  return {
    base,
    path,
    here,
    language,
    texts,
    formToken: '',
    requestId,
    visitor: undefined,
    notice: undefined,
    appearance: bareAppearance,
    isSample: runtime.workspace.isSample,
  }
}

/** '' or the path of the public URL. */
export function readBasePath({ publicUrl }: { readonly publicUrl: string }): string {
  return trimSlashes(new URL(publicUrl).pathname)
}

/** Whether or not a proxy has removed the base. */
export function stripBasePath(base: string, { url }: Request): string {
  const { pathname } = new URL(url)
  return base !== '' && (pathname === base || pathname.startsWith(`${base}/`)) ? pathname.slice(base.length) : pathname
}

async function loadVisitor({ runtime, users, session }: ShownVisit, person: SessionPerson): Promise<Visitor> {
  const { userId, organizationId, role } = person
  const [user, organization, stoppedWebhooks] = await Promise.all([
    users.find({ organizationId, userId }),
    runtime.organizations.get(organizationId),
    mayDo(role, 'webhooks:write') ? runtime.webhooks.countStopped({ organizationId }) : 0,
  ])
  return {
    name: user?.name ?? userId,
    organization: organization?.name ?? organizationId,
    role,
    canSignOut: session instanceof SignInLinks,
    stoppedWebhooks,
  }
}

function addCookies(headers: Headers, cookies: readonly string[]): Headers {
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
