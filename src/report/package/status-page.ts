import type { ControlState } from '../../checks/controls/evaluate-controls.ts'
import type { ControlSpan } from '../../evidence/package/package-content.ts'
import type { PublicControl, PublicStatus } from '../../evidence/status/public-status.ts'
import { countNoun } from '../../text/count-noun.ts'
import { formatMinute } from '../../text/format-minute.ts'
import { renderDocumentHead } from '../html/document-head.ts'
import { formatObserved } from '../pieces/format-observed.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'
import { describeLook, type StatusBrand } from './public-look.ts'

/** `index.html` of a status page: it works alone, on any web server, without a script. */
export function renderStatusPage(status: PublicStatus, brand: StatusBrand = {}): string {
  const { framework, organization, period, controls, hidden, signer } = status
  const name = brand.name ?? organization.name
  const { style, allowed, logo } = describeLook(name, brand)
  const title = `${framework.title}: ${name}`
  const groups = [...Map.groupBy(controls, ({ group }) => group)]
  const inScope = controls.filter(({ leftOut }) => leftOut === undefined)
  const count = (state: ControlState) => inScope.filter((control) => control.state === state).length
  const were = (state: ControlState) => (count(state) === 1 ? 'was' : 'were')
  return renderHtml`${renderDocumentHead({ title, style, allowed })}<main>
${logo}<h1>${cleanLine(title)}</h1>
<p>On ${period.to}, ${countNoun(count('satisfied'), 'control')} of ${inScope.length} ${were('satisfied')} satisfied, with signed evidence for every check. ${count('not_satisfied')} ${were('not_satisfied')} not satisfied. Nobody can tell about ${count('undetermined')}. ${count('uncovered')} ${were('uncovered')} not checked.${inScope.length < controls.length && ` ${countNoun(controls.length - inScope.length, 'control')} of ${controls.length} ${controls.length - inScope.length === 1 ? 'is' : 'are'} out of scope.`}</p>
<table>
<caption>Controls from ${period.from} to ${period.to}, in UTC</caption>
<thead><tr><th scope="col">Control</th><th scope="col">State</th><th scope="col">Evidence</th><th scope="col">History</th></tr></thead>
${groups.map(
  ([group, ofGroup]) =>
    renderHtml`<tbody>
${group !== undefined && renderHtml`<tr><th scope="rowgroup" colspan="4" class="group">${cleanLine(group)}</th></tr>\n`}${ofGroup.map((control) => renderControl(control, period))}</tbody>
`,
)}</table>
${hidden > 0 && renderHtml`<p>${countNoun(hidden, 'control')} of the framework ${hidden === 1 ? 'is' : 'are'} not shown here.</p>`}
<h2>What this page proves</h2>
<ul>
<li>A control is satisfied on a day only if signed evidence of that day is there for each of its checks. Where evidence is missing, the page says that nobody can tell.</li>
<li>The SHA-256 under <q>Evidence</q> belongs to the signed bundle of a run. Somebody who has the bundle can verify it, and sees that it is the same.</li>
<li><q>Observed</q> counts the statements that a control asks for and a check has shown or refuted, as the signed package says. How much was observed changes no state.${status.mapping && renderHtml` The mapping of statements to controls has the SHA-256 <span class="digest">${status.mapping.sha256}</span>, and its text is in the package.`}${(status.earlierMappings ?? []).map(({ from, to, sha256 }) => renderHtml` From ${from} to ${to} another one counted, with the SHA-256 <span class="digest">${sha256}</span>.`)}</li>
<li>The page itself is signed by the key <span class="digest">${signer.fingerprint}</span>. Download the three files of this page, and run <code>checkwright verify</code> with that fingerprint. Ask ${cleanLine(name)} for the fingerprint by another way.</li>
<li>It was made of the package with the SHA-256 <span class="digest">${status.package.manifestSha256}</span> at ${formatMinute(status.package.madeAt)} UTC.</li>
</ul>
<p><a href="status.json">status.json</a> has the same for programs. <a href="statement.intoto.jsonl">statement.intoto.jsonl</a> has the signature.</p>
</main>
</body>
</html>
`.text
}

const words: Readonly<Record<ControlState, string>> = {
  satisfied: '✓ satisfied',
  not_satisfied: '✗ not satisfied',
  undetermined: '? nobody can tell',
  uncovered: '– not checked',
}

const leftOutWords = {
  category: 'out of scope: its category is left out',
  'not applicable': 'out of scope: not applicable',
} as const

function renderControl(
  { id, title, state, statements, leftOut, history, evidence, proofs }: PublicControl,
  period: PublicStatus['period'],
): Html {
  const { checks, oldest, newest } = evidence
  const from = formatMinute(oldest ?? '')
  const to = formatMinute(newest ?? '')
  const age = from === to ? to : `${from} to ${to}`
  return renderHtml`<tr><th scope="row">${id} <span>${cleanLine(title)}</span></th><td class="${state}">${words[state]}${statements && renderHtml`<span>${formatObserved(statements)}</span>`}${leftOut && renderHtml`<span>${leftOutWords[leftOut]}</span>`}</td><td>${
    checks === 0
      ? 'no evidence'
      : renderHtml`<details><summary>${countNoun(checks, 'check')}, read ${age}</summary><ul>${proofs.map((digest) => renderHtml`<li class="digest">${digest}</li>`)}</ul></details>`
  }</td><td>${renderHistory(history, period)}</td></tr>
`
}

const dayMs = 86_400_000
const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

function renderHistory(history: readonly ControlSpan[], period: PublicStatus['period']): Html {
  const spans = history.map(({ from, to, state }) => `${words[state].slice(2)} ${from} to ${to}`).join(', ')
  return renderHtml`<svg viewBox="0 0 ${countDays(period.from, period.to)} 10" preserveAspectRatio="none" role="img" aria-label="${spans}"><title>${spans}</title>${history.map(
    ({ from, to, state }) =>
      renderHtml`<rect x="${countDays(period.from, from) - 1}" y="0" width="${countDays(from, to)}" height="10" class="${state}"/>`,
  )}</svg>`
}
