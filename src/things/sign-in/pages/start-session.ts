import { recordChange } from '../../api/audit.ts'
import { createCookie } from '../../api/options/cookies.ts'
import { createBrowserKey } from '../../api/options/form-token.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import type { PageAnswer, Visit } from '../../pages/page-route.ts'
import { takeWantedPage } from '../../pages/wanted-page-cookie.ts'
import { sessionSeconds } from '../../people/pages/sign-in-links.ts'

/**
 * Signs the browser in with a new session and new forms, whatever it had before, and leads on to the page that was wanted.
 * @param wanted path of that page, where the link says it
 */
export async function startSession(
  visit: Visit,
  { id, person }: { readonly id: string; readonly person: SessionPerson },
  wanted?: string | undefined,
): Promise<PageAnswer> {
  const { runtime, requestId } = visit
  const entry = {
    organizationId: person.organizationId,
    actor: { type: 'user', id: person.userId },
    action: 'session.start',
    fields: [],
    requestId,
  } as const
  await recordChange(
    entry,
    visit,
    async () => {},
    () => ({ status: 303, target: null }),
  )
  const session = createCookie(runtime, 'session', id, sessionSeconds)
  // Forms that somebody else opened in this browser before are no longer valid.
  const { to, cookie } = takeWantedPage(runtime, visit.request, wanted)
  return { kind: 'redirect', to, cookies: [session, createBrowserKey(runtime).cookie ?? '', cookie] }
}
