import { AuthError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer, type PageRoute, type Visit } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { createLonePage } from '../../pages/shared/lone-page.tsx'

const path = '/mail-address'

/** The owner of an address agrees to notices, or declines them. Nobody has to sign in: the letter proves whose address it is. */
export const mailAddressPages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    access: 'anybody',
    audit: undefined,
    // Only shows buttons, because mail programs open links before people do.
    answer: (visit) => renderQuestion(visit),
  },
  {
    method: 'post',
    path,
    access: 'anybody',
    audit: undefined,
    answer: async ({ runtime, texts, form }) => {
      try {
        const state = form.text('answer') === 'confirmed' ? 'confirmed' : 'declined'
        await runtime.mailAddresses.answer({ token: form.text('token'), state })
        const { title, text } = texts.mailAddresses[state]
        return createLonePage({ title, text })
      } catch (error) {
        if (error instanceof AuthError) return renderUsedUp(texts)
        throw error
      }
    },
  },
]

/** With the look of the platform: the organization that asks must not look like somebody else. */
async function renderQuestion({ runtime, texts, query }: Visit): Promise<PageAnswer> {
  const token = query.get('token') ?? ''
  const question = await runtime.mailAddresses.question(token)
  if (question === undefined) return renderUsedUp(texts)
  const { organizationId, address } = question
  const organization = await runtime.organizations.get(organizationId)
  const { question: words } = texts.mailAddresses
  return createPage(
    { title: words.title },
    <section class="lone">
      <h1>{words.title}</h1>
      <p>{words.text({ address: <b>{address}</b>, organization: <q>{organization?.name ?? organizationId}</q> })}</p>
      <p class="small">{words.unknown}</p>
      <div class="actions">
        <Answer token={token} answer="confirmed" looks="primary" words={words.agree} />
        <Answer token={token} answer="declined" looks="quiet" words={words.decline} />
      </div>
    </section>,
  )
}

function Answer({
  token,
  answer,
  looks,
  words,
}: {
  readonly token: string
  readonly answer: 'confirmed' | 'declined'
  readonly looks: 'primary' | 'quiet'
  readonly words: string
}) {
  return (
    <PostForm to={path}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="answer" value={answer} />
      <SubmitButton looks={looks}>{words}</SubmitButton>
    </PostForm>
  )
}

function renderUsedUp({ mailAddresses: { usedUp } }: Texts): PageAnswer {
  return createLonePage({ title: usedUp.title, text: usedUp.text, status: 403 })
}
