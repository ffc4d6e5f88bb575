import { AuthError } from '../../../errors/index.ts'
import { createCookie, readCookie } from '../../api/options/cookies.ts'
import type { Visit } from '../../pages/page-route.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ConnectSession } from '../connect-sessions.ts'

const lifeSeconds = 1_800

type DialogRequest = Pick<Visit, 'runtime' | 'request' | 'params'>

/** Ties a dialog to the browser that opened it. Each has its own, so that two can be open at once. */
export function createDialogCookie(runtime: Runtime, { id }: ConnectSession, key: string): string {
  return createCookie(runtime, { name: 'dialog', flow: id }, key, lifeSeconds)
}

/** The session of the path, in the browser that opened it. @throws AuthError `AUTH_STATE_INVALID` */
export async function demandDialog({ runtime, request, params }: DialogRequest): Promise<ConnectSession> {
  const id = params.sessionId ?? ''
  // Checked before it becomes the name of a cookie.
  const key = /^[0-9a-f-]{36}$/.test(id)
    ? readCookie(runtime, request.headers.get('cookie'), { name: 'dialog', flow: id })
    : undefined
  const session = key === undefined ? undefined : await runtime.connectSessions.find({ id, key })
  if (session) return session
  throw new AuthError(
    'This dialog is over, or was opened in another browser. Close it, and begin again where it began.',
    {
      code: 'AUTH_STATE_INVALID',
    },
  )
}

/** The one page that may show the dialog in a frame. */
export function listFrames({ display, origin }: ConnectSession): readonly string[] {
  return display === 'frame' ? [origin] : []
}
