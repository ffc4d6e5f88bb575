import type { Person, Session } from '../host/options.ts'
import { browserKeyOf, formToken } from './form-token.ts'
import type { Frame, Visitor } from './frame/frame.ts'
import { documentOf } from './frame/layout.tsx'
import { noticeOf } from './frame/notices.ts'
import { pageHeaders } from './headers.ts'
import type { PageAnswer, ShownPage, Visit } from './route.ts'
import { SignInLinks } from './sign-in/sign-in-links.ts'

interface Shown extends Visit {
  readonly person: Person | undefined
  readonly session: Session
}

/** An answer of a page as a response: framed, with the headers that every page has. */
export async function respond(visit: Shown, answer: PageAnswer): Promise<Response> {
  const { runtime, person } = visit
  const base = baseOf(runtime)
  if (answer.kind === 'response') return answer.response
  if (answer.kind === 'redirect') {
    const { to, notice, cookies = [] } = answer
    const mark = to.includes('?') ? '&' : '?'
    const headers = withCookies(pageHeaders, cookies)
    headers.set('location', `${base}${to}${notice === undefined ? '' : `${mark}notice=${notice}`}`)
    headers.delete('content-type')
    return new Response(null, { status: 303, headers })
  }
  const key = browserKeyOf(runtime, visit.request)
  const frame: Frame = {
    ...bareFrame(visit),
    formToken: await formToken(runtime, key, person),
    visitor: person && (await visitorOf(visit, person)),
    notice: noticeOf(visit.query.get('notice')),
  }
  return framed(frame, answer, key.cookie === undefined ? [] : [key.cookie])
}

/** The same without anything that the store has to be asked for. */
export function respondBarely(visit: Visit, answer: ShownPage): Response {
  return framed(bareFrame(visit), answer, [])
}

function framed(frame: Frame, answer: ShownPage, cookies: readonly string[]): Response {
  const { title, content, status = 200, goOnTo, reloadSeconds } = answer
  const headers = withCookies(pageHeaders, [...cookies, ...(answer.cookies ?? [])])
  if (goOnTo !== undefined) headers.set('referrer-policy', 'no-referrer')
  return new Response(documentOf(frame, { title, content, goOnTo, reloadSeconds }), { status, headers })
}

function bareFrame({ runtime, request, requestId }: Visit): Frame {
  const base = baseOf(runtime)
  return { base, path: pathBelow(base, request), formToken: '', requestId, visitor: undefined, notice: undefined }
}

/** '' or the path of the public URL. */
function baseOf({ publicUrl }: { readonly publicUrl: string }): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** Whether or not something in front has taken the base off. */
function pathBelow(base: string, { url }: Request): string {
  const { pathname } = new URL(url)
  return base !== '' && (pathname === base || pathname.startsWith(`${base}/`)) ? pathname.slice(base.length) : pathname
}

async function visitorOf({ runtime, users, session }: Shown, person: Person): Promise<Visitor> {
  const { userId, organizationId, role } = person
  const [user, organization] = await Promise.all([
    users.find({ organizationId, userId }),
    runtime.organizations.get(organizationId),
  ])
  return {
    name: user?.name ?? userId,
    organization: organization?.name ?? organizationId,
    isAdmin: role === 'admin',
    canSignOut: session instanceof SignInLinks,
  }
}

function withCookies(headers: Readonly<Record<string, string>>, cookies: readonly string[]): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}
