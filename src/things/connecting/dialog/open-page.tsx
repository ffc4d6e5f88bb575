import { AuthError } from '../../../errors/index.ts'
import { clearOldFlows } from '../../api/options/cookies.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageRoute } from '../../pages/page-route.ts'
import { InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { connectDialogPath } from '../connect-sessions.ts'
import { renderOver } from './define-dialog.tsx'
import { DialogScript } from './dialog-parts.tsx'
import { createDialogCookie } from './dialog-session.ts'

const route = { path: connectDialogPath, access: 'anybody', audit: undefined, isDialog: true } as const

/**
 * The page of the dialog's URL. The token is behind "#", so it gets into no log, and a program that only looks at the link
 * uses nothing up.
 */
export const openDialogPage: PageRoute = {
  ...route,
  method: 'get',
  answer: async ({ texts }) =>
    createPage(
      { title: texts.actions.connect },
      <section class="lone">
        <h1>{texts.actions.connectSystem}</h1>
        <PostForm to={`${connectDialogPath}/open`} data-dialog-open="">
          <InputField name="token" label={texts.connect.dialog.code} help={texts.connect.dialog.codeHelp} required />
          <SubmitButton looks="primary">{texts.actions.continue}</SubmitButton>
        </PostForm>
        <DialogScript />
      </section>,
    ),
}

export const openDialog: PageRoute = {
  ...route,
  method: 'post',
  path: `${connectDialogPath}/open`,
  answer: async ({ runtime, request, texts, form }) => {
    try {
      const { session, key } = await runtime.connectSessions.open(form.text('token').trim())
      const { id, connectors } = session
      const [only, ...others] = connectors ?? []
      const to = `${connectDialogPath}/${id}${only !== undefined && others.length === 0 ? `/${only}` : ''}`
      const room = clearOldFlows(runtime, request.headers.get('cookie'), 'dialog')
      return { kind: 'redirect', to, cookies: [createDialogCookie(runtime, session, key), ...room] }
    } catch (error) {
      if (error instanceof AuthError) return renderOver(texts, error.message)
      throw error
    }
  },
}
