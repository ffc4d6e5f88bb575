import type { ControlState } from '../../checks/controls/evaluate-controls.ts'
import type { ControlSpan } from '../../evidence/package/package-content.ts'
import type { PublicControl, PublicStatus } from '../../evidence/status/public-status.ts'
import { countNoun } from '../../text/count-noun.ts'
import { formatMinute } from '../../text/format-minute.ts'
import { renderDocumentHead } from '../html/document-head.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'

/** `index.html` of a status page: it works alone, on any web server, without a script. */
export function renderStatusPage(status: PublicStatus): string {
  const { framework, organization, period, controls, hidden, signer } = status
  const title = `${framework.title}: ${organization.name}`
  const count = (state: ControlState) => controls.filter((control) => control.state === state).length
  const were = (state: ControlState) => (count(state) === 1 ? 'was' : 'were')
  return renderHtml`${renderDocumentHead({ title, style })}<main>
<h1>${cleanLine(title)}</h1>
<p>On ${period.to}, ${countNoun(count('satisfied'), 'control')} of ${controls.length} ${were('satisfied')} satisfied, with signed evidence for every check. ${count('not_satisfied')} ${were('not_satisfied')} not satisfied. Nobody can tell about ${count('undetermined')}. ${count('uncovered')} ${were('uncovered')} not checked.</p>
<table>
<caption>Controls from ${period.from} to ${period.to}, in UTC</caption>
<thead><tr><th scope="col">Control</th><th scope="col">State</th><th scope="col">Evidence</th><th scope="col">History</th></tr></thead>
<tbody>
${controls.map((control) => renderControl(control, period))}</tbody>
</table>
${hidden > 0 && renderHtml`<p>${countNoun(hidden, 'control')} of the framework ${hidden === 1 ? 'is' : 'are'} not shown here.</p>`}
<h2>What this page proves</h2>
<ul>
<li>A control is satisfied on a day only if signed evidence of that day is there for each of its checks. Where evidence is missing, the page says that nobody can tell.</li>
<li>The SHA-256 under <q>Evidence</q> belongs to the signed bundle of a run. Somebody who has the bundle can verify it, and sees that it is the same.</li>
<li>The page itself is signed by the key <span class="digest">${signer.fingerprint}</span>. Download the three files of this page, and run <code>checkwright verify</code> with that fingerprint. Ask ${cleanLine(organization.name)} for the fingerprint by another way.</li>
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

function renderControl(
  { id, title, state, history, evidence, proofs }: PublicControl,
  period: PublicStatus['period'],
): Html {
  const { checks, oldest, newest } = evidence
  const from = formatMinute(oldest ?? '')
  const to = formatMinute(newest ?? '')
  const age = from === to ? to : `${from} to ${to}`
  return renderHtml`<tr><th scope="row">${id} <span>${cleanLine(title)}</span></th><td class="${state}">${words[state]}</td><td>${
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

const style = `:root{color-scheme:light dark;--bad:light-dark(#a11,#f99);--good:light-dark(#166534,#7ddc9c);--open:light-dark(#6b21a8,#d8b4fe);--line:light-dark(#ccc,#555)}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:light-dark(#fff,#161616);color:light-dark(#1a1a1a,#eee)}
main{max-width:64rem;margin:0 auto;padding:1rem;overflow-x:auto}
a{color:light-dark(#0645ad,#9cf)}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.375rem .5rem;border-bottom:1px solid var(--line);font-weight:inherit}
thead th{font-weight:600}td[class]{white-space:nowrap}th span{display:block;font-size:.875rem}
svg{display:block;width:12rem;height:1.25rem;margin:.125rem 0}
.digest{font-family:ui-monospace,monospace;font-size:.75rem;overflow-wrap:anywhere}
.satisfied{color:var(--good);fill:var(--good)}.not_satisfied{color:var(--bad);fill:var(--bad)}.undetermined{color:var(--open);fill:var(--open)}.uncovered{fill:var(--line)}
@media (max-width:40rem){table,thead,tbody,tr,th,td,caption{display:block}thead{display:none}tr{border-bottom:1px solid var(--line)}td,tbody th{border:0}}
@media print{:root{color-scheme:light}main{max-width:none;padding:0;overflow:visible}tr{break-inside:avoid}a{color:inherit}}
`
