import { type Html, renderHtml } from '../../../report/pieces/html.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { trustAgreement, trustRequest } from '../requests.ts'
import { renderLines, type ShownDocument } from './trust-page.ts'

/** The form by which a visitor asks for documents. */
export function renderRequestForm(texts: Texts, base: string, documents: readonly ShownDocument[]): Html {
  const { request: words } = texts.trustCentre
  return renderHtml`<h2 id="request">${words.title}</h2>
<p>${words.lead}</p>
<form method="post" action="${base}/requests">
<fieldset><legend>${words.documents}</legend>
${documents.map(({ id, values: { title } }) => renderHtml`<p><label><input type="checkbox" name="document" value="${id}"> ${cleanLine(title)}</label></p>\n`)}</fieldset>
${renderField(trustRequest, { name: 'name', label: words.name, autocomplete: 'name' })}${renderField(trustRequest, { name: 'email', label: words.email, autocomplete: 'email' })}${renderField(trustRequest, { name: 'company', label: words.company, autocomplete: 'organization' })}${renderField(trustRequest, { name: 'reason', label: words.reason, autocomplete: 'off' })}<p><button>${words.send}</button></p>
</form>
`
}

/** The text of the agreement, and the form that signs it. */
export function renderAgreementForm(
  texts: Texts,
  action: string,
  { agreement, textSha256, key }: { readonly agreement: string; readonly textSha256: string; readonly key: string },
): Html {
  const { agreement: words } = texts.trustCentre
  return renderHtml`${renderLines(agreement)}<form method="post" action="${action}">
<input type="hidden" name="key" value="${key}">
<input type="hidden" name="textSha256" value="${textSha256}">
${renderField(trustAgreement, { name: 'name', label: words.name, autocomplete: 'name' })}<p><button>${words.sign}</button></p>
</form>
`
}

/** The document that a key opens, and the button that downloads it. */
export function renderGrantForm(
  texts: Texts,
  action: string,
  { title, lastDay, key }: { readonly title: string; readonly lastDay: string; readonly key: string },
): Html {
  const { grant: words } = texts.trustCentre
  return renderHtml`<p>${words.text({ title: cleanLine(title), day: lastDay })}</p>
<form method="post" action="${action}">
<input type="hidden" name="key" value="${key}">
<p><button>${words.download}</button></p>
</form>
`
}

interface RequestFieldProps {
  readonly name: string
  readonly label: string
  readonly autocomplete: string
}

function renderField({ fields }: Pick<Thing, 'fields'>, { name, label, autocomplete }: RequestFieldProps): Html {
  const { max = '', isRequired = false } = fields[name] ?? {}
  const type = name === 'email' ? 'email' : 'text'
  return renderHtml`<p><label>${label}<br><input name="${name}" type="${type}" maxlength="${max}" autocomplete="${autocomplete}"${isRequired && renderHtml` required`}></label></p>
`
}
