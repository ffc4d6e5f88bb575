import type { RunComparison } from '../../checks/comparison.ts'
import type { CheckHead, RunHead } from '../../checks/kept-run.ts'
import { runHeadline } from '../headline.ts'
import { jsonText } from '../json-pieces.ts'
import type { ReportedRun } from '../report.ts'
import { type Standing, standingOf } from '../results.ts'
import { safeLine, safeLines } from '../safe-text.ts'
import { type Html, html } from './html.ts'
import { counted, moment, number, seconds, statuses, statusOrder } from './words.ts'

/** The top of the page for one run: its verdict in a sentence, the counts, what could not be told, and what changed. */
export async function overview({ run, comparison, connector }: ReportedRun, isOnly: boolean): Promise<Html> {
  const { head } = run
  const untold = head.checks.filter(({ error }) => error)
  return html`<section class="overview ${head.status}">
<p class="eyebrow">${safeLine(connector?.definition.name ?? head.connector.id)} <span>${safeLine(head.connector.version)}</span></p>
${isOnly ? html`<h1 class="verdict">${verdict(head)}</h1>` : html`<h2 class="verdict">${verdict(head)}</h2>`}
${facts(head)}
${tiles(head)}
${untold.length > 0 && untoldSection(untold)}
${comparison && since(comparison, await standingOf(run, comparison))}
</section>
`
}

/** The whole run in one sentence. */
export function verdict(head: RunHead): string {
  return `${runHeadline(head)}.`
}

function facts(head: RunHead): Html {
  const { startedAt, finishedAt, id, connectionId, organizationId, summary } = head
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt)
  const { requests, retries } = summary
  return html`<dl class="facts">
<div><dt>Run</dt><dd><code>${safeLine(id)}</code></dd></div>
<div><dt>Started</dt><dd>${moment(startedAt)}</dd></div>
${Number.isFinite(tookMs) && html`<div><dt>Took</dt><dd>${seconds(tookMs)}, ${counted(requests, 'request')}${retries > 0 && ` (${number(retries)} retried)`}</dd></div>`}
${connectionId !== undefined && html`<div><dt>Connection</dt><dd><code>${safeLine(connectionId)}</code></dd></div>`}
${organizationId !== undefined && html`<div><dt>Organization</dt><dd>${safeLine(organizationId)}</dd></div>`}
</dl>`
}

function tiles({ summary: { checks, results } }: RunHead): Html {
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  const judged = results.pass + results.fail + results.manual + results.not_applicable
  const shown = statusOrder.filter((status) => checks[status] > 0)
  let x = 0
  const bars = shown.map((status) => {
    const width = (checks[status] / total) * 100
    const bar = html`<rect class="${status}" x="${x.toFixed(2)}" width="${Math.max(width - 0.4, 0.4).toFixed(2)}" height="4"/>`
    x += width
    return bar
  })
  return html`<div class="tally">
<svg viewBox="0 0 99.6 4" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<ul>${shown.map(
    (status) => html`<li class="${status}"><b>${number(checks[status])}</b> ${statuses[status].ofChecks}</li>`,
  )}</ul>
<p>${counted(total, 'check')}, ${counted(judged, 'result')}${results.waived > 0 && `, ${number(results.waived)} waived`}</p>
</div>`
}

/** First of everything, because a reader who misses it takes the rest for the whole. */
function untoldSection(checks: readonly CheckHead[]): Html {
  return html`<section class="untold">
<h2>What could not be told, and why</h2>
<p>Neither pass nor fail: nothing below speaks for these checks.</p>
<ul>${checks.map(untoldItem)}</ul>
</section>`
}

function untoldItem({ title, error }: CheckHead): Html | false {
  if (!error) return false
  return html`<li><h3>${safeLine(title)}</h3>${errorText(error)}</li>`
}

export function errorText(error: NonNullable<CheckHead['error']>): Html {
  const { message, kind, code, missingScopes = [], retryable } = error
  return html`${safeLines(message).map((line) => html`<p>${line}</p>`)}${
    missingScopes.length > 0 &&
    html`<p>Missing: ${missingScopes.map((scope) => html`<code>${safeLine(scope)}</code> `)}</p>`
  }<p class="small">${kindOf({ kind })} · <code>${safeLine(code)}</code>${retryable && ' · running again may help'}</p>`
}

export function kindOf({ kind }: Pick<NonNullable<CheckHead['error']>, 'kind'>): string {
  return kinds[kind] ?? safeLine(kind)
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
  incomplete_data: 'Not everything was seen',
  config: 'Configuration',
  check_bug: 'A mistake in the check',
}

function since({ baselineRunId, unseen }: RunComparison, standing: Standing): Html {
  const parts = (['new', 'regressed', 'persisting', 'resolved', 'unseen'] as const).map(
    (change) =>
      html`<li class="${standing[change] > 0 ? change : 'none'}"><b>${number(standing[change])}</b> ${change}</li>`,
  )
  return html`<section class="since">
<h2>Since run <code>${safeLine(baselineRunId)}</code></h2>
<ul class="changes">${parts}</ul>
${
  unseen.length > 0 &&
  html`<details><summary>${counted(unseen.length, 'earlier finding')} not seen this time, neither resolved nor persisting</summary>
<ul class="plain">${unseen
    .slice(0, 200)
    .map(
      ({ checkId, result: { title, resource } }) =>
        html`<li>${safeLine(title)} <span class="who">${safeLine(resource.name ?? resource.id, 120)}</span> <code>${safeLine(checkId)}</code></li>`,
    )}</ul>${unseen.length > 200 && html`<p class="small">… and ${number(unseen.length - 200)} more</p>`}</details>`
}
</section>`
}

/** At the end of the page: with what the run was made, so that it can be made again. */
export function inputs({ run }: ReportedRun): Html {
  const { inputs: given, replayable, notReplayableBecause, connector } = run.head
  const again = replayable ? 'It can be run again offline from its kept exchanges.' : notReplayableBecause
  return html`<details class="inputs"><summary>What ${safeLine(connector.id)} was run with</summary>
${again !== undefined && html`<p class="small">${safeLine(again)}</p>`}
<pre tabindex="0" role="group" aria-label="Inputs">${jsonText(given, { indent: 2 })}</pre></details>
`
}
