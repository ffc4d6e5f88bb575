import type { RunComparison } from '../../checks/findings/comparison.ts'
import type { RunHead } from '../../checks/runs/kept-run.ts'
import type { CheckHead } from '../../define/index.ts'
import { formatCount, formatNumber } from '../../text/count-noun.ts'
import { formatFirstFrame } from '../pieces/format-frame.ts'
import { runHeadline } from '../pieces/headline.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { listInventoryLines } from '../pieces/inventory-lines.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { listJudgedCounts } from '../pieces/judged-text.ts'
import type { ReportInput } from '../pieces/report.ts'
import { cleanLine, cleanLines } from '../pieces/safe-text.ts'
import { formatStatus, statusOrder } from '../pieces/status-words.ts'
import { type ChangeCounts, countStanding } from '../pieces/tally-results.ts'
import { formatSeconds, renderMoment } from './format-words.ts'

/**
 * The top of the page for one run: its verdict in a sentence, the counts, the checks that could not tell, and the
 * changes.
 */
export async function renderOverview({ run, comparison, connector }: ReportInput, isOnly: boolean): Promise<Html> {
  const { head } = run
  const untold = head.checks.filter(({ error }) => error)
  return renderHtml`<section class="overview ${head.status}">
<p class="eyebrow">${cleanLine(connector?.definition.name ?? head.connector.id)} <span>${cleanLine(head.connector.version)}</span></p>
${isOnly ? renderHtml`<h1 class="verdict">${formatRunVerdict(head)}</h1>` : renderHtml`<h2 class="verdict">${formatRunVerdict(head)}</h2>`}
${renderFacts(head)}
${renderTiles(head)}
${untold.length > 0 && renderUntoldSection(untold)}
${renderLists(head)}${comparison && renderStanding(comparison, await countStanding(run, comparison))}
</section>
`
}

/** The whole run in one sentence. */
export function formatRunVerdict(head: RunHead): string {
  return `${runHeadline(head)}.`
}

function renderFacts(head: RunHead): Html {
  const { startedAt, finishedAt, id, connectionName, organizationId, summary, crossCheck } = head
  const connectionId = crossCheck ? undefined : head.connectionId
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt)
  const { requests, retries } = summary
  return renderHtml`<dl class="facts">
<div><dt>Run</dt><dd><code>${cleanLine(id)}</code></dd></div>
<div><dt>Started</dt><dd>${renderMoment(startedAt)}</dd></div>
${Number.isFinite(tookMs) && renderHtml`<div><dt>Took</dt><dd>${formatSeconds(tookMs)}, ${formatCount(requests, 'request')}${retries > 0 && ` (${formatNumber(retries)} retried)`}</dd></div>`}
${connectionId !== undefined && renderHtml`<div><dt>Connection</dt><dd>${connectionName !== undefined && renderHtml`${cleanLine(connectionName)} `}<code>${cleanLine(connectionId)}</code></dd></div>`}
${organizationId !== undefined && renderHtml`<div><dt>Organization</dt><dd>${cleanLine(organizationId)}</dd></div>`}
</dl>`
}

function renderTiles({ summary: { checks, results, judged } }: RunHead): Html {
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  const reported = results.pass + results.fail + results.manual + results.not_applicable
  const shown = statusOrder.filter((status) => checks[status] > 0)
  let x = 0
  const bars = shown.map((status) => {
    const width = (checks[status] / total) * 100
    const bar = renderHtml`<rect class="${status}" x="${x.toFixed(2)}" width="${Math.max(width - 0.4, 0.4).toFixed(2)}" height="4"/>`
    x += width
    return bar
  })
  return renderHtml`<div class="tally">
<svg viewBox="0 0 99.6 4" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<ul>${shown.map(
    (status) =>
      renderHtml`<li class="${status}"><b>${formatNumber(checks[status])}</b> ${formatStatus(status, checks[status])}</li>`,
  )}</ul>
<p>${formatCount(total, 'check')}, ${formatCount(reported, 'result')}${results.waived > 0 && `, ${formatNumber(results.waived)} waived`}${listJudgedCounts(judged).map((count) => `, ${count}`)}</p>
</div>`
}

/** The lists that the run has read; one that is not whole says why. */
function renderLists(head: RunHead): Html | false {
  const lines = listInventoryLines(head)
  if (lines.length === 0) return false
  return renderHtml`<section${lines.some(({ complete }) => !complete) && renderHtml` class="untold"`}>
<h2>Lists</h2>
<ul>${lines.map(
    ({ name, text, because }) =>
      renderHtml`<li><h3><code>${name}</code></h3><p>${text}</p>${because !== undefined && renderHtml`<p>${because}</p>`}</li>`,
  )}</ul>
</section>`
}

/** First of all, because a reader who misses it believes that the rest is complete. */
function renderUntoldSection(checks: readonly CheckHead[]): Html {
  return renderHtml`<section class="untold">
<h2>Checks that could not tell, and why</h2>
<p>These checks neither pass nor fail.</p>
<ul>${checks.map(renderUntoldItem)}</ul>
</section>`
}

function renderUntoldItem({ title, error }: CheckHead): Html | false {
  if (!error) return false
  return renderHtml`<li><h3>${cleanLine(title)}</h3>${renderErrorText(error)}</li>`
}

export function renderErrorText(error: NonNullable<CheckHead['error']>): Html {
  const { message, kind, code, missingScopes = [], retryable } = error
  const at = formatFirstFrame(error)
  return renderHtml`${cleanLines(message).map((line) => renderHtml`<p>${line}</p>`)}${
    missingScopes.length > 0 &&
    renderHtml`<p>Missing: ${missingScopes.map((scope) => renderHtml`<code>${cleanLine(scope)}</code> `)}</p>`
  }${at !== undefined && renderHtml`<p><code>${cleanLine(at)}</code></p>`}<p class="small">${formatErrorKind({ kind })} · <code>${cleanLine(code)}</code>${retryable && ' · running it again may help'}</p>`
}

export function formatErrorKind({ kind }: Pick<NonNullable<CheckHead['error']>, 'kind'>): string {
  return kinds[kind] ?? cleanLine(kind)
}

const kinds: Readonly<Record<string, string>> = {
  auth: 'Credentials refused',
  permission: 'Permission missing',
  not_found: 'Not found',
  plan: 'Not in the vendor’s plan',
  rate_limited: 'Rate limited',
  timeout: 'Out of time',
  upstream: 'The vendor failed',
  network: 'Network',
  schema_drift: 'The vendor’s answer has another form',
  incomplete_data: 'The answer was not complete',
  config: 'Configuration',
  check_bug: 'A mistake in the check',
}

function renderStanding({ baselineRunId, unseen }: RunComparison, standing: ChangeCounts): Html {
  const parts = (['new', 'regressed', 'persisting', 'resolved', 'unseen'] as const).map(
    (change) =>
      renderHtml`<li class="${standing[change] > 0 ? change : 'none'}"><b>${formatNumber(standing[change])}</b> ${change}</li>`,
  )
  return renderHtml`<section class="since">
<h2>Since run <code>${cleanLine(baselineRunId)}</code></h2>
<ul class="changes">${parts}</ul>
${
  unseen.length > 0 &&
  renderHtml`<details><summary>${formatCount(unseen.length, 'earlier finding')} not seen this time, neither resolved nor persisting</summary>
<ul class="plain">${unseen
    .slice(0, 200)
    .map(
      ({ checkId, result: { title, resource } }) =>
        renderHtml`<li>${cleanLine(title)} <span class="who">${cleanLine(resource.name ?? resource.id, 120)}</span> <code>${cleanLine(checkId)}</code></li>`,
    )}</ul>${unseen.length > 200 && renderHtml`<p class="small">… and ${formatNumber(unseen.length - 200)} more</p>`}</details>`
}
</section>`
}

/** At the end of the page: the inputs of the run, so that it can be repeated. */
export function renderInputs({ run }: ReportInput): Html {
  const { inputs: given, replayable, notReplayableBecause, connector } = run.head
  const again = replayable ? 'You can replay it offline from its exchanges.' : notReplayableBecause
  return renderHtml`<details class="inputs"><summary>Inputs of ${cleanLine(connector.id)}</summary>
${again !== undefined && renderHtml`<p class="small">${cleanLine(again)}</p>`}
<pre tabindex="0" role="group" aria-label="Inputs">${formatJsonText(given, { indent: 2 })}</pre></details>
`
}
