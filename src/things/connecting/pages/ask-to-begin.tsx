import type { Texts } from '../../all-texts/texts.ts'
import type { BeginView } from '../../api/answers/begin-page.ts'
import { createPage, type PageAnswer } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { createLonePage } from '../../pages/shared/lone-page.tsx'

/** The page that a person sees and confirms after following a begin link. */
export function askToBegin(texts: Texts, view: BeginView): PageAnswer {
  const { organizationId, organization, connector, vendor, isRenewal, scopes, action, cookies } = view
  const title = texts.connect.ask.title({ connector, organization })
  return createPage(
    { title, cookies, organizationId },
    <section class="lone">
      <h1>{title}</h1>
      <p>{texts.connect.ask.text({ organization, connector, vendor, isRenewal })}</p>
      {scopes.length > 0 && (
        <>
          <p>{texts.connect.ask.scopes}</p>
          <ul class="plain">
            {scopes.map((scope) => (
              <li>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{texts.connect.ask.warning}</p>
      <form method="post" action={action}>
        <SubmitButton looks="primary">{texts.actions.continueTo({ name: connector })}</SubmitButton>
      </form>
    </section>,
  )
}

/** For a person of another organization than the requesting one. */
export function refuseOtherOrganization(texts: Texts): PageAnswer {
  return createLonePage({ ...texts.connect.otherOrganization, status: 403 })
}
