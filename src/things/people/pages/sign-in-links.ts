import { createSecret, hashSecret } from '../../../auth/secret.ts'
import {
  type SignInLinkRecord,
  sessionIdleMs,
  type WebPerson,
  type WebSessionRecord,
} from '../../../service/records/web-sessions.ts'
import { readCookie } from '../../api/options/cookies.ts'
import type { Session } from '../../api/options/host-options.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import type { Runtime } from '../../runtime/runtime.ts'

const linkLifeMs = 10 * 60_000
const absoluteMs = 7 * 24 * 3_600_000
// To the minute is exact enough, and saves a write for every request.
const touchedEveryMs = 60_000

/**
 * A sign-in for services without their own: links that work once, for ten minutes, and sessions in the store with an
 * HttpOnly cookie. `checkwright serve` uses it to sign its operator in.
 * @example
 * const session = new SignInLinks(runtime)
 * const host = createHost({ runtime, session })
 * console.log((await session.create({ organizationId: 'acme', userId: 'ada', role: 'admin' })).url)
 */
export class SignInLinks implements Session {
  readonly #service: Pick<Runtime, 'publicUrl' | 'workspace'>

  constructor(runtime: Pick<Runtime, 'publicUrl' | 'workspace'>) {
    this.#service = runtime
  }

  /**
   * Give it to this person only. `to` is the page that they see first, as its path below the public URL; without it they see the
   * one that they wanted before they had to sign in. With `mayOperate: false` the session is never that of an operator. With `madeBy`,
   * the id of a person, the link works only while that person may do this.
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  async create(
    person: SessionPerson,
    {
      to,
      mayOperate = true,
      madeBy = null,
    }: {
      readonly to?: string | undefined
      readonly mayOperate?: boolean
      readonly madeBy?: string | null | undefined
    } = {},
  ): Promise<{ readonly url: string; readonly expiresAt: string }> {
    const { clock, webSessions } = this.#service.workspace
    const token = createSecret()
    const expiresAtMs = clock.nowMs() + linkLifeMs
    const link = { ...pickPerson(person), tokenHash: hashSecret(token), expiresAtMs } as const
    await webSessions.putLink({ ...link, mayOperate: mayOperate ? 1 : 0, madeBy })
    // Loaded for a link, because programs without pages import the host too.
    const { parseWantedPath } = await import('../../pages/wanted-page-cookie.ts')
    const wanted = parseWantedPath(to)
    const query = new URLSearchParams({ token })
    if (wanted !== undefined) query.set('to', wanted)
    return { url: `${this.#service.publicUrl}/sign-in?${query}`, expiresAt: new Date(expiresAtMs).toISOString() }
  }

  /** The person of the browser's session. */
  readonly person = async (request: Request): Promise<SessionPerson | undefined> => {
    const { workspace } = this.#service
    const { clock, webSessions } = workspace
    const id = readCookie(this.#service, request.headers.get('cookie'), 'session')
    const session = id === undefined ? undefined : await webSessions.find(hashSecret(id))
    const nowMs = clock.nowMs()
    if (session === undefined || isOver(session, nowMs)) return undefined
    if (nowMs - session.lastUsedAtMs >= touchedEveryMs) await webSessions.touch(session.idHash, nowMs)
    const signedInAtMs = session.signedInAtMs ?? session.createdAtMs
    // Loaded after a sign-in, because programs without pages import the host too.
    const { resolveRole } = await import('../../../service/records/resolve-role.ts')
    const person = await resolveRole(workspace, pickPerson(session))
    const role = person.role === 'operator' && session.mayOperate === 0 ? 'admin' : person.role
    return { ...person, role, signedInAtMs }
  }

  /** The person whom a link signs in, without using it up. Undefined if the link is invalid, used or expired. */
  async peek(token: string): Promise<SessionPerson | undefined> {
    const link = await this.#service.workspace.webSessions.findLink(hashSecret(token))
    return link && (await this.#isGood(link)) ? pickPerson(link) : undefined
  }

  /** Whoever kept a link that they made as an administrator could come in by it afterwards, as somebody else. */
  async #isGood({ expiresAtMs, organizationId, madeBy: userId }: SignInLinkRecord): Promise<boolean> {
    const { workspace } = this.#service
    if (expiresAtMs <= workspace.clock.nowMs()) return false
    // Loaded for a link, because programs without pages import the host too.
    const { stillMay } = await import('../still-may.ts')
    return stillMay(workspace, { organizationId, userId }, 'people:write')
  }

  /** Uses a link up. @returns a new session, or undefined if the link is invalid, used or expired */
  async take(token: string): Promise<{ readonly id: string; readonly person: SessionPerson } | undefined> {
    const link = await this.#service.workspace.webSessions.takeLink(hashSecret(token))
    if (link === undefined || !(await this.#isGood(link))) return undefined
    return this.begin(pickPerson(link), { mayOperate: link.mayOperate === 1 })
  }

  /**
   * Makes a session for a person who has proven their identity: now, or at `signedInAtMs`. Only with `mayOperate` can
   * it be an operator's session.
   */
  async begin(
    person: SessionPerson,
    { signedInAtMs, mayOperate = true }: { readonly signedInAtMs?: number; readonly mayOperate?: boolean } = {},
  ): Promise<{ readonly id: string; readonly person: SessionPerson }> {
    const { clock, webSessions } = this.#service.workspace
    const nowMs = clock.nowMs()
    // An id from the browser is not reused, because somebody else may know it.
    const id = createSecret()
    await webSessions.insert({
      ...pickPerson(person),
      idHash: hashSecret(id),
      signedInAtMs: signedInAtMs ?? null,
      mayOperate: mayOperate ? 1 : 0,
      createdAtMs: nowMs,
      lastUsedAtMs: nowMs,
      expiresAtMs: nowMs + absoluteMs,
    })
    return { id, person }
  }

  /** Ends the browser's session. */
  async end(request: Request): Promise<void> {
    const id = readCookie(this.#service, request.headers.get('cookie'), 'session')
    if (id !== undefined) await this.#service.workspace.webSessions.delete(hashSecret(id))
  }

  /** Ends every session of a person, on all devices, and the links that they were sent. */
  async endAll(person: Pick<SessionPerson, 'organizationId' | 'userId'>): Promise<void> {
    await this.#service.workspace.webSessions.deleteOf(person)
  }
}

/** For the cookie; the store decides in the end. */
export const sessionSeconds = absoluteMs / 1000

function isOver({ lastUsedAtMs, expiresAtMs }: WebSessionRecord, nowMs: number): boolean {
  return expiresAtMs <= nowMs || lastUsedAtMs + sessionIdleMs <= nowMs
}

/** An operator signs in as an administrator. Whether they are one is checked for every request. */
function pickPerson({ organizationId, userId, role, periodFrom = null, periodTo = null }: WebPerson) {
  return { organizationId, userId, role: role === 'operator' ? 'admin' : role, periodFrom, periodTo } as const
}
