import { formatCount } from '../../text/count-noun.ts'
import type { Brand } from '../pieces/brand.ts'
import { Html, renderHtml } from '../pieces/html.ts'
import type { Report, ReportInput } from '../pieces/report.ts'
import { cleanLine } from '../pieces/safe-text.ts'
import { statusOrder, statusWords } from '../pieces/status-words.ts'
import { severities, type Tally, tallyResults } from '../pieces/tally-results.ts'
import { clipToWidth } from '../pieces/wrap-text.ts'
import { renderBrand, renderBrandStyle } from './brand.ts'
import { renderCheckPieces } from './check-section.ts'
import { hashForPolicy, renderDocumentHead } from './document-head.ts'
import { formatRunVerdict, renderInputs, renderOverview } from './run-overview.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/**
 * One page that works alone: without network, server or script. Checks that could not tell are at the top. With script,
 * results can be searched and filtered. It contains the whole run, so its size grows with the run; browsers stay fast
 * up to some ten thousand results.
 */
export const writeHtmlReport: Report = async function* (runs, { brand } = {}) {
  const surveys = await Promise.all(runs.map(surveyRun))
  yield renderHead(runs, brand).text
  // A page has one heading of the first level, also for several runs, or none.
  const isOnly = runs.length === 1
  if (!isOnly) yield renderHtml`<h1 class="sr">${formatCount(runs.length, 'run')}</h1>\n`.text
  for (const reported of runs) yield (await renderOverview(reported, isOnly)).text
  yield renderFilters(surveys).text
  yield '<section id="checks" aria-labelledby="checks-title"><h2 id="checks-title" class="sr">Checks</h2>\n'
  for (const { reported, tallies } of surveys) {
    const { checks } = reported.run.head
    if (!isOnly) yield renderHtml`<h2 class="of-run">${formatRunName(reported)}</h2>\n`.text
    for (const status of statusOrder) {
      for (const [index, check] of checks.entries()) {
        const tally = tallies[index]
        if (check.status === status && tally) yield* renderCheckPieces(reported, check, tally)
      }
    }
  }
  yield '<p id="nothing" hidden>Nothing matches these filters.</p></section>\n<section class="about">\n'
  for (const reported of runs) yield renderInputs(reported).text
  yield renderFoot(brand).text
}

function formatRunName({ run: { head } }: ReportInput): string {
  const { connector, connectionId, connectionName = connectionId } = head
  return cleanLine(
    `${connector.id} ${connector.version}${connectionName === undefined ? '' : `, connection ${connectionName}`}`,
  )
}

interface Survey {
  readonly reported: ReportInput
  /** In the order of the run's checks. */
  readonly tallies: readonly Tally[]
}

async function surveyRun(reported: ReportInput): Promise<Survey> {
  const tallies: Tally[] = []
  for (const check of reported.run.head.checks) tallies.push(await tallyResults(reported.run, check))
  return { reported, tallies }
}

function renderHead(runs: readonly ReportInput[], brand: Brand | undefined): Html {
  const shown = style + (brand?.colour ? renderBrandStyle(brand.colour) : '')
  const [only] = runs
  const title =
    only && runs.length === 1
      ? `${only.run.head.connector.id}: ${formatRunVerdict(only.run.head)}`
      : `${runs.map(({ run }) => run.head.connector.id).join(', ') || 'No run'}`
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
function renderFilters(surveys: readonly Survey[]): Html {
  const heads = surveys.map(({ reported }) => reported.run.head)
  const checks = heads.flatMap((each) => each.checks)
  const controls = listUnique(checks.flatMap((check) => check.controls.map((control) => cleanLine(control))))
  const types = listUnique(
    surveys.flatMap(({ tallies }) => tallies.flatMap(({ types }) => [...types].map((type) => cleanLine(type)))),
  )
  const isCompared = surveys.some(({ reported }) => reported.comparison)
  const hasWaived = heads.some(({ summary }) => summary.results.waived > 0)
  const present = statusOrder.filter(
    (status) =>
      checks.some((check) => check.status === status) ||
      (status !== 'error' && heads.some(({ summary }) => summary.results[status] > 0)),
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
