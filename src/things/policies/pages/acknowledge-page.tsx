import { raw } from 'hono/html'
import { renderLongMarkdown } from '../../connectors/pages/render-markdown.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer, type PageRoute, type Visit } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { createLonePage } from '../../pages/shared/lone-page.tsx'
import { acknowledgeByLink, findPolicyLink, type PolicyLink } from '../reading/policy-links.ts'

const path = '/acknowledge/:requestId'

/** Somebody without an account acknowledges a policy, by the link in a letter. Nobody has to sign in: the letter proves whose address it is. */
export const acknowledgePages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    access: 'anybody',
    audit: undefined,
    // Only shows the text and the button, because mail programs open links before people do.
    answer: async (visit) => {
      const { runtime, params, query } = visit
      const token = query.get('token') ?? ''
      const link = await findPolicyLink(runtime, { id: params.requestId ?? '', token })
      return renderRefusal(visit, link) ?? renderText(visit, link, token)
    },
  },
  {
    method: 'post',
    path,
    access: 'anybody',
    audit: undefined,
    answer: async (visit) => {
      const { runtime, params, form, texts } = visit
      const link = await acknowledgeByLink(runtime, { id: params.requestId ?? '', token: form.text('token') })
      return renderRefusal(visit, link) ?? createLonePage(texts.policies.link.done)
    },
  },
]

/** Why nothing can be acknowledged by it. The same for a link that was used, has ended, or is none. undefined: it can. */
function renderRefusal({ texts }: Pick<Visit, 'texts'>, link: PolicyLink | undefined): PageAnswer | undefined {
  const words = texts.policies.link
  if (link === undefined) return createLonePage({ ...words.usedUp, status: 403 })
  if (link.version !== undefined) return undefined
  const { request, policy } = link
  const [before, now] = [Number(request.values.number), Number(policy.values.publishedNumber)]
  return createLonePage({ title: words.replaced.title, text: words.replaced.text({ before, now }), status: 409 })
}

/** With the look of the platform: the organization that asks must not look like somebody else. */
async function renderText(
  { runtime, texts }: Pick<Visit, 'runtime' | 'texts'>,
  link: PolicyLink | undefined,
  token: string,
): Promise<PageAnswer> {
  if (link?.version === undefined) return createLonePage({ ...texts.policies.link.usedUp, status: 403 })
  const { request, policy, version } = link
  const { organizationId } = request
  const organization = await runtime.organizations.get(organizationId)
  const { link: words, acknowledge, holds } = texts.policies
  const number = Number(version.values.number)
  return createPage(
    { title: policy.values.name },
    <section class="lone">
      <h1>{policy.values.name}</h1>
      <p>
        {words.lead({
          organization: <q>{organization?.name ?? organizationId}</q>,
          address: <b>{request.values.email}</b>,
          number,
        })}
      </p>
      <h2>{holds({ number })}</h2>
      <div class="prose">{raw(await renderLongMarkdown(version.values.text))}</div>
      <PostForm to={`/acknowledge/${request.id}`}>
        <input type="hidden" name="token" value={token} />
        <div class="actions">
          <SubmitButton looks="primary">{acknowledge({ number })}</SubmitButton>
        </div>
      </PostForm>
    </section>,
  )
}
