import { formatCommandTemplate } from '../../../text/command-template.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { IssuerTrial } from '../issuer-trial.ts'
import type { SignInIssuer } from '../sign-in-issuers.ts'

const path = '/settings/sign-in'
const access = 'people:write'

/** The OpenID providers of the organization, each with a button that tries it. */
export const issuersPage = definePage({ path, access, show: (visit) => answerIssuers(visit) })

export const testIssuer = defineAction({
  path: `${path}/:issuerId/test`,
  access,
  audit: { action: 'sign-in-issuer.test', target: 'issuerId' },
  act: async (submission) => {
    const { runtime, params, person } = submission
    const id = params.issuerId ?? ''
    const trial = await runtime.signInIssuers.test({ organizationId: person.organizationId, id })
    return answerIssuers(submission, { id, trial })
  },
})

interface TriedIssuer {
  readonly id: string
  readonly trial: IssuerTrial
}

async function answerIssuers(
  { texts, runtime, person: { organizationId } }: OwnVisit,
  tried?: TriedIssuer,
): Promise<PageAnswer> {
  const issuers = await runtime.signInIssuers.list({ organizationId })
  const { issuers: words } = texts.signIn
  const add = `sign-in-issuer add <issuer> --client-id <id> ${shell`--public-url ${runtime.publicUrl}`}`
  return createPage(
    { title: texts.labels.signInIssuers },
    <>
      <SettingsHead title={texts.labels.signInIssuers} at={path}>
        <p class="lead">{words.lead}</p>
      </SettingsHead>
      <div class="stack">
        {issuers.length === 0 ? (
          <p class="sheet">
            {words.empty({
              code: <code>{formatCommandTemplate(add, { needsOrganization: true })}</code>,
            })}
          </p>
        ) : (
          issuers.map((issuer) => <Issuer issuer={issuer} trial={tried?.id === issuer.id ? tried.trial : undefined} />)
        )}
      </div>
    </>,
  )
}

function Issuer({ issuer, trial }: { readonly issuer: SignInIssuer; readonly trial: IssuerTrial | undefined }) {
  const { issuers: words } = useTexts().signIn
  const { id, name, redirectUri, isMakerGone } = issuer
  return (
    <Sheet id={`issuer-${id}`} title={name}>
      <p>
        <code>{issuer.issuer}</code>
      </p>
      <p class="small">{words.redirect({ uri: <code>{redirectUri}</code> })}</p>
      {isMakerGone && <p class="small">{words.makerGone}</p>}
      {trial && <Steps trial={trial} />}
      <PostForm to={`${path}/${id}/test`}>
        <SubmitButton>{words.test}</SubmitButton>
      </PostForm>
    </Sheet>
  )
}

function Steps({ trial: { steps } }: { readonly trial: IssuerTrial }) {
  const texts = useTexts()
  const { issuers: words } = texts.signIn
  const outcomes = { ...words.outcomes, unknown: texts.states.run.error }
  const tones = { ok: 'pass', broken: 'fail', unknown: 'error' } as const
  return (
    <Scrollable name={words.steps}>
      <table class="table">
        <tbody>
          {steps.map(({ step, outcome, rule, message }) => (
            <tr>
              <th scope="row">{words.names[step]}</th>
              <td>
                <span class={`badge ${tones[outcome]}`}>{outcomes[outcome]}</span> {message}{' '}
                {rule !== null && <code>{rule}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
