import { AuthError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { SentForm } from '../../pages/form.ts'
import type { PageAnswer, PageRoute, Visit } from '../../pages/page-route.ts'
import { createLonePage } from '../../pages/shared/lone-page.tsx'
import type { ConnectSession } from '../connect-sessions.ts'
import { demandDialog, listFrames } from './dialog-session.ts'

export interface DialogVisit extends Visit {
  readonly session: ConnectSession
  readonly form: SentForm
}

/** Declares a page or form of the dialog: the browser that opened it sees it, and no other. */
export function defineDialog(route: {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly answer: (visit: DialogVisit) => Promise<PageAnswer>
}): PageRoute {
  const { method, path, answer } = route
  return {
    method,
    path: `/connect-dialog${path}`,
    access: 'anybody',
    audit: undefined,
    isDialog: true,
    answer: async (visit) => {
      try {
        const session = await demandDialog(visit)
        const answered = await answer({ ...visit, ...(await visit.speakFor(session.organizationId)), session })
        if (answered.kind !== 'page') return answered
        return { ...answered, organizationId: session.organizationId, framedBy: listFrames(session) }
      } catch (error) {
        if (error instanceof AuthError && error.code === 'AUTH_STATE_INVALID')
          return renderOver(visit.texts, error.message)
        throw error
      }
    },
  }
}

/** The dialog cannot be used any more. */
export function renderOver({ connect: { dialog } }: Texts, message: string): PageAnswer {
  return createLonePage({ title: dialog.expired, text: message, status: 403 })
}
