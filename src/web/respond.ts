import { createFormToken, readBrowserKey } from '../host/form-token.ts'
import type { Person, Session } from '../host/host-options.ts'
import { mayDo } from '../workspace/permissions.ts'
import type { Frame, Visitor } from './frame/frame.ts'
import { renderDocument } from './frame/layout.tsx'
import { findNotice } from './frame/page-notices.ts'
import { pageHeaders } from './headers.ts'
import type { PageAnswer, ShownPage, Visit } from './page-route.ts'
import { SignInLinks } from './sign-in/sign-in-links.ts'

interface ShownVisit extends Visit {
  readonly person: Person | undefined
  readonly session: Session
}

/** An answer of a page as a response: with its frame and the headers of every page. */
export async function respond(visit: ShownVisit, answer: PageAnswer): Promise<Response> {
  const { runtime, person } = visit
  const base = readBasePath(runtime)
  if (answer.kind === 'response') return answer.response
  if (answer.kind === 'redirect') {
    const { to, notice, cookies = [] } = answer
    const [path = '', place] = to.split('#')
    const mark = path.includes('?') ? '&' : '?'
    const headers = addCookies(pageHeaders, cookies)
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
  }
  return renderFrame(frame, answer, key.cookie === undefined ? [] : [key.cookie])
}

/** The same without data from the store. */
export function respondBarely(visit: Visit, answer: ShownPage): Response {
  return renderFrame(createBareFrame(visit), answer, [])
}

function renderFrame(frame: Frame, answer: ShownPage, cookies: readonly string[]): Response {
  const { title, content, status = 200, goOnTo, reloadSeconds } = answer
  const headers = addCookies(pageHeaders, [...cookies, ...(answer.cookies ?? [])])
  headers.set('content-language', frame.language)
  if (goOnTo !== undefined) headers.set('referrer-policy', 'no-referrer')
  return new Response(renderDocument(frame, { title, content, goOnTo, reloadSeconds }), { status, headers })
}

function createBareFrame({ runtime, request, requestId, language, texts, here }: Visit): Frame {
  const base = readBasePath(runtime)
  const path = stripBasePath(base, request)
  return { base, path, here, language, texts, formToken: '', requestId, visitor: undefined, notice: undefined }
}

/** '' or the path of the public URL. */
export function readBasePath({ publicUrl }: { readonly publicUrl: string }): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** Whether or not a proxy has removed the base. */
export function stripBasePath(base: string, { url }: Request): string {
  const { pathname } = new URL(url)
  return base !== '' && (pathname === base || pathname.startsWith(`${base}/`)) ? pathname.slice(base.length) : pathname
}

async function loadVisitor({ runtime, users, session }: ShownVisit, person: Person): Promise<Visitor> {
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

function addCookies(headers: Readonly<Record<string, string>>, cookies: readonly string[]): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}
