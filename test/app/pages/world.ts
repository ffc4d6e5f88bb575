import { createHost } from '../../../src/app/host/index.ts'
import type { HostOptions } from '../../../src/things/api/options/host-options.ts'
import type { SessionPerson } from '../../../src/things/api/options/person.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createRecordingLogger } from '../../things/runtime/log.ts'
import { openRuntimeWith, publicUrl } from '../../things/runtime/world.ts'

export const admin: SessionPerson = { userId: 'ada', organizationId: 'acme', role: 'admin' }
export const member: SessionPerson = { userId: 'bob', organizationId: 'acme', role: 'member' }

/** Pages as a browser without any script gets them: cookies are kept, and forms sent with what was on the page. */
export async function openPages(
  { connectors = [], ...options }: Partial<RuntimeOptions> & { readonly host?: Partial<HostOptions> } = {},
  person: SessionPerson | undefined = admin,
) {
  const { host: hostOptions, ...runtimeOptions } = options
  const { runtime } = await openRuntimeWith({ connectors, ...runtimeOptions })
  const logger = createRecordingLogger()
  const visitor: { person: SessionPerson | undefined } = { person }
  const session = { person: () => visitor.person }
  const host = createHost({ runtime, logger, session, ...hostOptions })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  return { runtime, host, visitor, lines: logger.lines, ...createBrowserClient(host.fetch) }
}

/** A browser's cookies and forms, and nothing else of one. */
export function createBrowserClient(answer: (request: Request) => Promise<Response>, origin = publicUrl) {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await answer(new Request(new URL(path, origin), { ...init, headers, redirect: 'manual' }))
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await ask(path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  /** Fills in a form of the page at `from`, whose token it takes. */
  const post = async (
    from: string,
    to: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Record<string, string> = {},
  ) => {
    const token = findToken((await get(from)).text)
    const body = new URLSearchParams({ _token: token, ...fields })
    const response = await ask(to, { method: 'POST', body, headers: { origin, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { ask, get, post, cookies }
}

/** The token of the forms of a page. @throws where it has none: a test would otherwise pass for want of one */
export function findToken(page: string): string {
  const token = /name="_token" value="([^"]+)"/.exec(page)?.[1]
  if (token === undefined) throw new Error('The page has no form.')
  return token
}
