import type { ControlState } from '../../checks/controls/evaluate-controls.ts'
import { formatFrameworkTitle } from '../../checks/controls/frameworks/format-framework-title.ts'
import {
  type CheckHistory,
  type CheckSpan,
  type ControlHistory,
  type ControlSpan,
  type PackageContent,
  type PackageReceived,
  readNewest,
} from '../../evidence/package/package-content.ts'
import { listSpanBundles } from '../../evidence/package/package-file.ts'
import { listGaps, type PackageGap } from '../../evidence/package/package-gaps.ts'
import { summarize } from '../../evidence/package/package-text.ts'
import { countNoun } from '../../text/count-noun.ts'
import { renderDocumentHead } from '../html/document-head.ts'
import { formatInScope, formatLeftOut } from '../pieces/format-left-out.ts'
import { formatObserved } from '../pieces/format-observed.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'

/** `index.html`: one page that works alone and prints, without a script. */
export async function* writeIndexPage(content: PackageContent): AsyncGenerator<string, void, undefined> {
  const { head, connections, controls } = content
  const names = new Map(connections.map(({ id, name, connector }) => [id, name ?? connector]))
  yield renderHead(content).text
  const covered = controls.filter(({ history }) => history.some(({ state }) => state !== 'uncovered'))
  yield '<section><h2>Controls</h2>\n<table><thead><tr><th>Control</th><th>Title</th><th>On the last day</th><th>In the period</th></tr></thead><tbody>\n'
  for (const control of controls) yield renderControlRow(control).text
  yield '</tbody></table></section>\n'
  for (const control of covered) {
    yield renderHtml`<section id="${control.id}"><h2>${control.id} ${cleanLine(control.title)}</h2>
<p>${renderSpans(control.history)}</p>\n`.text
    for await (const check of control.checks()) yield renderCheck(check, names).text
    yield '</section>\n'
  }
  yield renderReceived(content, names).text
  yield renderPopulations(content, names).text
  yield renderDecisions(content).text
  yield '<section><h2>Gaps</h2>\n<p>This is what the package cannot prove.</p>\n<table><thead><tr><th>Gap</th><th>Control</th><th>Check</th><th>Connection</th><th>Days</th><th>Why</th></tr></thead><tbody>\n'
  for await (const gap of listGaps(content)) yield renderGap(gap, names).text
  yield renderHtml`</tbody></table></section>
<p class="small">${head.writtenBy.name} ${head.writtenBy.version} wrote this page at ${head.madeAt}. It repeats package.json. The signature is in statement.intoto.jsonl.</p>
</main>\n</body>\n</html>\n`.text
}

const words: Readonly<Record<ControlState | CheckSpan['state'], string>> = {
  satisfied: '✓ satisfied',
  not_satisfied: '✗ not satisfied',
  undetermined: '? undetermined',
  uncovered: '– uncovered',
  not_applicable: '– not applicable',
}

function renderHead({ head, controls }: PackageContent): Html {
  const { framework, organization, period } = head
  const title = `${framework.title}: ${organization.name}, ${period.from} to ${period.to}`
  const summary = summarize(controls)
  return renderHtml`${renderDocumentHead({ title, style })}<main>
<h1>${cleanLine(title)}</h1>
<dl>
<dt>Framework</dt><dd>${cleanLine(formatFrameworkTitle(framework))}; SHA-256 ${framework.sha256}</dd>
${head.mapping && renderHtml`<dt>Mapping of statements</dt><dd>SHA-256 ${head.mapping.sha256}; package.json has its text${head.mapping.from !== undefined && `. It counts from ${head.mapping.from}`}</dd>\n`}${(head.earlierMappings ?? []).map(({ from, to, sha256 }) => renderHtml`<dt>Mapping until ${to}</dt><dd>SHA-256 ${sha256}; it counted from ${from}</dd>\n`)}<dt>Organization</dt><dd>${cleanLine(organization.name)} (${organization.id})</dd>
<dt>Period</dt><dd>${period.from} to ${period.to}, both days included, in UTC</dd>
<dt>On the last day</dt><dd>${formatInScope({ total: controls.length, leftOut: summary.leftOut })}: ${summary.satisfied} satisfied, ${summary.not_satisfied} not satisfied, ${summary.undetermined} undetermined, ${summary.uncovered} uncovered</dd>
<dt>Evidence counts for</dt><dd>${countNoun(head.staleAfterDays, 'day')}</dd>
</dl>
`
}

function renderControlRow({ id, title, history }: ControlHistory): Html {
  const { state, statements, leftOut } = readNewest(history)
  const isCovered = history.some((span) => span.state !== 'uncovered')
  return renderHtml`<tr><td>${isCovered ? renderHtml`<a href="#${id}">${id}</a>` : id}</td><td>${cleanLine(title)}</td><td class="${state}">${words[state]}${renderObserved(statements)}${renderLeftOut(leftOut)}</td><td>${isCovered && renderSpans(history)}</td></tr>\n`
}

function renderSpans(history: readonly ControlSpan[]): Html {
  return renderHtml`${history.map(({ from, to, state, statements, leftOut }) => renderHtml`<span class="${state}">${words[state]} ${formatDays(from, to)}${renderObserved(statements)}${renderLeftOut(leftOut)}</span> `)}`
}

/** How much of a control was looked at; nothing where no statement counts for it. */
function renderObserved(statements: ControlSpan['statements']): Html | undefined {
  return statements && renderHtml`, ${formatObserved(statements)}`
}

/** Why no sum counts a control; nothing where it is in scope. */
function renderLeftOut(leftOut: ControlSpan['leftOut']): Html | undefined {
  return leftOut && renderHtml`, ${cleanLine(formatLeftOut(leftOut), 2_500)}`
}

function renderCheck(check: CheckHistory, names: ReadonlyMap<string, string>): Html {
  const { connector, connectionId, id, title, history } = check
  const of = connectionId === undefined ? '' : `, ${names.get(connectionId) ?? connectionId}`
  return renderHtml`<h3>${cleanLine(title)}</h3>
<p class="small">${connector}/${id}${cleanLine(of)}</p>
<table><thead><tr><th>Days</th><th>Verdict</th><th>Why</th><th>Results</th><th>Evidence</th></tr></thead><tbody>
${history.map(renderSpan)}</tbody></table>
`
}

function renderSpan(span: CheckSpan): Html {
  const { from, to, state, because, results } = span
  const counted =
    results &&
    `${results.pass} pass, ${results.fail} fail, ${results.waived} of them waived, ${results.manual} to review`
  const bundles = listSpanBundles(span).map(({ file, evidence, digest }) =>
    digest === undefined
      ? renderHtml`<div>${evidence}: ${file}</div>`
      : renderHtml`<div><a href="${file}">${file}</a> <span class="digest">${digest}</span></div>`,
  )
  return renderHtml`<tr><td>${formatDays(from, to)}</td><td class="${state}">${words[state]}</td><td>${cleanLine(because)}</td><td>${counted}</td><td>${bundles}</td></tr>\n`
}

/** Files of other tools: what they say was received, and no state above rests on it. */
function renderReceived({ received }: Pick<PackageContent, 'received'>, names: ReadonlyMap<string, string>): Html {
  return renderHtml`<section><h2>Received from other tools, not observed</h2>
${
  received.length === 0
    ? 'None in the period.'
    : renderHtml`<p class="small">No state above rests on these results.</p>
<table><thead><tr><th>Source</th><th>Tool</th><th>Imported</th><th>Results are of</th><th>Results</th><th>Relied on</th><th>File</th></tr></thead><tbody>
${received.map(renderReceivedFile(names))}</tbody></table>`
}
</section>
`
}

function renderReceivedFile(names: ReadonlyMap<string, string>) {
  return ({
    connectionId,
    tool,
    importedAt,
    file,
    relied,
    setAside,
    cutOff,
    runId,
    ...rest
  }: PackageReceived): Html => {
    const { counts, oldestAt = 'not said', newestAt = oldestAt, evidence, digest } = rest
    const summary = `${counts.pass} pass, ${counts.fail} fail, ${counts.manual} to review, ${counts.not_applicable} not applicable, ${counts.undecided} could not be told, ${counts.muted} of them muted`
    const limits = [setAside && `they count for nothing: ${setAside}`, cutOff].filter((each) => each !== undefined)
    const bundle =
      digest === undefined
        ? evidence && renderHtml`<div>${evidence}: runs/${runId}.zip</div>`
        : renderHtml`<div><a href="runs/${runId}.zip">runs/${runId}.zip</a> <span class="digest">${digest}</span></div>`
    return renderHtml`<tr><td>${cleanLine(names.get(connectionId) ?? connectionId)}</td><td>${cleanLine(tool.name)} ${cleanLine(tool.version ?? '')}</td><td>${importedAt}</td><td>${oldestAt === newestAt ? oldestAt : `${oldestAt} – ${newestAt}`}</td><td>${summary}${limits.map((each) => renderHtml`<div>${cleanLine(each, 1_000)}</div>`)}</td><td>${relied ? 'yes' : 'no'}</td><td>${cleanLine(file.name)} <span class="digest">${file.sha256}</span>${bundle}</td></tr>\n`
  }
}

/** What was looked at, whether it is all that there is, and what was drawn of it. */
function renderPopulations(
  { populations, samples }: Pick<PackageContent, 'populations' | 'samples'>,
  names: ReadonlyMap<string, string>,
): Html {
  return renderHtml`<section><h2>Populations</h2>
${
  populations.length === 0
    ? 'No run of the package read a list.'
    : renderHtml`<table><thead><tr><th>Connection</th><th>List</th><th>Read</th><th>Records</th><th>Covers</th><th>Completeness</th><th>Evidence</th></tr></thead><tbody>
${populations.map(({ connectionId, connector, list, runId, readAt, rows, covers, completeness, reasons }) => renderHtml`<tr><td>${cleanLine(names.get(connectionId) ?? connector)}</td><td>${list}</td><td>${readAt}</td><td>${rows}</td><td>${cleanLine(covers.join(', '))}</td><td>${completeness}${reasons.map((each) => renderHtml`<div>${cleanLine(each, 2_000)}</div>`)}</td><td>run ${runId}</td></tr>\n`)}</tbody></table>`
}
</section>
<section><h2>Samples</h2>
${
  samples.length === 0
    ? 'None was drawn in the period.'
    : renderHtml`<table><thead><tr><th>Drawn</th><th>Connection</th><th>List</th><th>Population</th><th>Completeness</th><th>Seed</th><th>Sample</th></tr></thead><tbody>
${samples.map(({ connectionId, connector, list, drawnAt, completeness, reasons, seedFrom, draw }) => renderHtml`<tr><td>${drawnAt}</td><td>${cleanLine(names.get(connectionId) ?? connector)}</td><td>${list}</td><td>${draw.populationSize} <span class="digest">${draw.populationSha256}</span></td><td>${completeness}${reasons.map((each) => renderHtml`<div>${cleanLine(each, 2_000)}</div>`)}</td><td>${seedFrom === 'log' ? 'checkpoint of the log' : 'auditor'}: ${cleanLine(draw.seed, 1_000)}</td><td>${draw.drawn === undefined ? 'left out' : draw.drawn.map((id) => renderHtml`<div>${cleanLine(id)}</div>`)}</td></tr>\n`)}</tbody></table>`
}
</section>
`
}

function renderDecisions({ waivers, judgements, obligations, records, uploads }: PackageContent): Html {
  return renderHtml`<section><h2>Waivers</h2>
${
  waivers.length === 0
    ? 'None held in the period.'
    : renderHtml`<table><thead><tr><th>Waiver</th><th>Reason</th><th>Approved by</th><th>From</th><th>Until</th></tr></thead><tbody>
${waivers.map(({ id, waiver, madeAt, revokedAt }) => renderHtml`<tr><td>${id}</td><td>${cleanLine(waiver.justification, 2_000)}</td><td>${cleanLine(waiver.approver)}</td><td>${madeAt}</td><td>${revokedAt ?? waiver.expires}</td></tr>\n`)}</tbody></table>`
}
</section>
<section><h2>Judgements</h2>
${
  judgements.length === 0
    ? 'None held in the period.'
    : renderHtml`<table><thead><tr><th>Judgement</th><th>Check</th><th>Decision</th><th>By</th><th>Reason</th><th>From</th><th>Until</th></tr></thead><tbody>
${judgements.map(({ id, connector, check, decision, by, reason, at, expires, withdrawnAt }) => renderHtml`<tr><td>${id}</td><td>${connector}/${check}</td><td>${decision}</td><td>${cleanLine(by)}</td><td>${cleanLine(reason, 2_000)}</td><td>${at}</td><td>${withdrawnAt ?? expires}</td></tr>\n`)}</tbody></table>`
}
</section>
<section><h2>Obligations</h2>
${
  obligations.length === 0
    ? 'No control of the framework rests on one.'
    : renderHtml`<table><thead><tr><th>Obligation</th><th>Owed</th><th>Stated</th><th>Done on</th><th>By</th><th>Text</th></tr></thead><tbody>
${obligations.flatMap(({ title, history, statements }) => [
  renderHtml`<tr><td>${cleanLine(title)}</td><td>${history.map(({ from, to, everyDays, firstDueDay }) => renderHtml`<div>${formatDays(from, to)}: every ${countNoun(everyDays, 'day')}, first by ${firstDueDay}</div>`)}</td><td>${countNoun(statements.length, 'statement')}</td></tr>\n`,
  ...statements.map(
    ({ at, doneDay, statedBy, text }) =>
      renderHtml`<tr><td></td><td></td><td>${at}</td><td>${doneDay}</td><td>${cleanLine(statedBy)}</td><td>${cleanLine(text, 2_000)}</td></tr>\n`,
  ),
])}</tbody></table>`
}
</section>
<section><h2>Vendors, risks, policies, penetration tests and reliances</h2>
${
  records.length === 0
    ? 'None in the period.'
    : renderHtml`<p class="small">package.json has all that each said on each day.</p>
<table><thead><tr><th>What</th><th>Name</th><th>In the period</th></tr></thead><tbody>
${records.map(({ thing, title, history }) => renderHtml`<tr><td>${thing.replaceAll('-', ' ')}</td><td>${cleanLine(title)}</td><td>${history.map(({ from, to, state }) => renderHtml`<div>${formatDays(from, to)}${state !== undefined && `: ${state.replaceAll('-', ' ')}`}</div>`)}</td></tr>\n`)}</tbody></table>`
}
</section>
<section><h2>Uploads</h2>
${
  uploads.length === 0
    ? 'None.'
    : renderHtml`<table><thead><tr><th>File</th><th>SHA-256</th></tr></thead><tbody>
${uploads.map(({ name, sha256, size }) => renderHtml`<tr><td>${size === undefined ? cleanLine(name) : renderHtml`<a href="files/${sha256}" download="${cleanLine(name)}">${cleanLine(name)}</a>`}</td><td class="digest">${sha256}</td></tr>\n`)}</tbody></table>`
}
</section>
`
}

function renderGap(
  { kind, control, connector, check, connectionId = '', from, to, because }: PackageGap,
  names: ReadonlyMap<string, string>,
): Html {
  return renderHtml`<tr><td>${kind}</td><td>${control}</td><td>${connector !== undefined && `${connector}/${check}`}</td><td>${cleanLine(names.get(connectionId) ?? connectionId)}</td><td>${from !== undefined && formatDays(from, to ?? from)}</td><td>${cleanLine(because)}</td></tr>\n`
}

function formatDays(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`
}

const style = `:root{color-scheme:light dark;--bad:light-dark(#a11,#f99);--good:light-dark(#166534,#7ddc9c);--open:light-dark(#6b21a8,#d8b4fe);--line:light-dark(#ccc,#555)}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:light-dark(#fff,#161616);color:light-dark(#1a1a1a,#eee)}
main{max-width:72rem;margin:0 auto;padding:1rem}
a{color:light-dark(#0645ad,#9cf)}
section{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid var(--line)}
dt{font-weight:600}dd{margin:0 0 .5rem}
dd,td a{overflow-wrap:anywhere}h3+p+table td:first-child{white-space:nowrap}
.digest{font-family:ui-monospace,monospace;font-size:.75rem;overflow-wrap:anywhere}
.small{font-size:.875rem}
.satisfied{color:var(--good)}.not_satisfied{color:var(--bad)}.undetermined{color:var(--open)}
@media print{:root{color-scheme:light}main{max-width:none;padding:0}section{overflow:visible}h2,h3{break-after:avoid}tr{break-inside:avoid}a{color:inherit}}
`
