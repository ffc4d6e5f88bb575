import type { Texts } from '../../all-texts/texts.ts'
import { createPage, type ShownPage } from '../../pages/page-route.ts'

/**
 * Sends the person on to the vendor. The page refreshes instead of redirecting, because Chromium applies the policy's
 * form-action to every redirect after a form, including the vendor's own.
 */
export function goOnToVendor(texts: Texts, name: string, url: string, cookies: readonly string[]): ShownPage {
  return createPage(
    { title: texts.actions.continueTo({ name }), cookies, goOnTo: url },
    <section class="lone">
      <h1>{texts.actions.continueTo({ name })}</h1>
      <p>{texts.connect.goOn.text({ host: <b>{new URL(url).host}</b> })}</p>
      <p>
        <a class="button primary" href={url} rel="noreferrer">
          {texts.actions.continueTo({ name })}
        </a>
      </p>
    </section>,
  )
}
