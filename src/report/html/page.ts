import { severities, worstFirst } from '../../define/index.ts'
import { formatCount } from '../../text/count-noun.ts'
import type { Brand } from '../pieces/brand.ts'
import { Html, renderHtml } from '../pieces/html.ts'
import type { Report } from '../pieces/report.ts'
import { cleanLine } from '../pieces/safe-text.ts'
import { sortByUrgency, statusWords } from '../pieces/status-words.ts'
import { clipToWidth } from '../pieces/wrap-text.ts'
import { type RunView, viewRun } from '../view/view-run.ts'
import { renderBrand, renderBrandStyle } from './brand.ts'
import { renderCheckPieces } from './check-section.ts'
import { hashForPolicy, renderDocumentHead } from './document-head.ts'
import { renderInputs, renderOverview } from './run-overview.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/**
 * One page that works alone: without network, server or script. Checks that could not tell are at the top. With script,
 * results can be searched and filtered. It contains the whole run, so its size grows with the run; browsers stay fast
 * up to some ten thousand results.
 */
export const writeHtmlReport: Report = async function* (inputs, { brand } = {}) {
  const runs = await Promise.all(inputs.map((input) => viewRun(input)))
  yield renderHead(runs, brand).text
  // A page has one heading of the first level, also for several runs, or none.
  const isOnly = runs.length === 1
  if (!isOnly) yield renderHtml`<h1 class="sr">${formatCount(runs.length, 'run')}</h1>\n`.text
  for (const [index, run] of runs.entries())
    yield renderOverview(run, inputs[index]?.connector?.definition.name, isOnly).text
  yield renderFilters(runs).text
  yield '<section id="checks" aria-labelledby="checks-title"><h2 id="checks-title" class="sr">Checks</h2>\n'
  for (const { title, checks } of runs) {
    if (!isOnly) yield renderHtml`<h2 class="of-run">${cleanLine(title)}</h2>\n`.text
    for (const check of sortByUrgency(checks)) yield* renderCheckPieces(check)
  }
  yield '<p id="nothing" hidden>Nothing matches these filters.</p></section>\n<section class="about">\n'
  for (const run of runs) yield renderInputs(run).text
  yield renderFoot(brand).text
}

function renderHead(runs: readonly RunView[], brand: Brand | undefined): Html {
  const shown = style + (brand?.colour ? renderBrandStyle(brand.colour) : '')
  const [only] = runs
  const title =
    only && runs.length === 1
      ? `${only.connector.id}: ${only.headline}.`
      : runs.map(({ connector }) => connector.id).join(', ') || 'No run'
  return renderHtml`${renderDocumentHead({
    title,
    style: shown,
    // Only this script runs, even if a vendor's text became markup.
    allowed: [`script-src '${hashForPolicy(script)}'`, ...(brand?.logo ? ['img-src data:'] : [])],
  })}<a class="skip" href="#checks">Skip to the checks</a>
<header>${renderBrand(brand)}<span>Report of connector checks</span></header>
<main>
`
}

/** The script shows them, because they do nothing without it. */
function renderFilters(runs: readonly RunView[]): Html {
  const checks = runs.flatMap((run) => run.checks)
  const controls = listUnique(checks.flatMap((check) => check.controls.map((control) => cleanLine(control))))
  const types = listUnique(checks.flatMap(({ tally }) => [...tally.types].map((type) => cleanLine(type))))
  const isCompared = runs.some(({ since }) => since)
  const hasWaived = runs.some(({ summary }) => summary.results.waived > 0)
  const present = worstFirst.filter((status) =>
    checks.some((check) => check.status === status || check.counts.some((count) => count.status === status)),
  )
  return renderHtml`<search><form id="filters" aria-label="Filter the results" hidden>
<label class="search"><span class="sr">Search</span><input type="search" name="text" placeholder="Search names, titles, evidence" autocomplete="off" spellcheck="false"></label>
<fieldset><legend class="sr">Status</legend>${present.map(
    (status) =>
      renderHtml`<label class="chip ${status}"><input type="checkbox" name="status" value="${status}"><span>${statusWords[status]}</span></label>`,
  )}</fieldset>
<div class="selects">
${renderSelect('severity', 'Severity', severities)}
${controls.length > 0 && renderSelect('control', 'Control', controls)}
${types.length > 1 && renderSelect('type', 'Resource', types)}
${isCompared && renderSelect('change', 'Change', ['new', 'regressed', 'persisting', 'resolved'])}
${hasWaived && renderSelect('waived', 'Waived', ['hidden', 'only'])}
<button type="button" id="clear" hidden>Clear filters</button>
</div>
<div class="line"><p id="count" aria-live="polite"></p><span><button type="button" id="unfold">Open all</button> <button type="button" id="fold">Close all</button></span></div>
</form></search>
`
}

function renderSelect(name: string, label: string, values: readonly string[]): Html {
  return renderHtml`<label>${label}<select name="${name}"><option value="">any</option>${values.map(
    (value) => renderHtml`<option value="${value}">${clipToWidth(value, 60)}</option>`,
  )}</select></label>`
}

function listUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}

/** Who wrote it stays named: a reader has to know which program to trust. */
function renderFoot(brand: Brand | undefined): Html {
  const writer =
    brand === undefined || brand.name === 'Checkwright' ? 'Checkwright' : `${cleanLine(brand.name)} with Checkwright`
  return renderHtml`<p class="small">${writer} wrote this report. It removed known secrets from the evidence.</p>
</section>
</main>
<script>${new Html(script)}</script>
</body>
</html>
`
}
