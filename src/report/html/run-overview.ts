import type { CheckFailure } from '../../define/index.ts'
import { formatCount, formatNumber } from '../../text/count-noun.ts'
import { formatSeconds } from '../../text/format-seconds.ts'
import { formatFirstFrame } from '../pieces/format-frame.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { runWords } from '../pieces/run-words.ts'
import { cleanLine, cleanLines } from '../pieces/safe-text.ts'
import type { ChangesView } from '../view/view-changes.ts'
import type { RunView } from '../view/view-run.ts'
import { renderMoment } from './format-words.ts'

/**
 * The top of the page for one run: its verdict in a sentence, the counts, the checks that could not tell, and the
 * changes.
 * @param connectorName @default its id
 */
export function renderOverview(run: RunView, connectorName: string | undefined, isOnly: boolean): Html {
  const { status, connector, headline, checks, source, clocks, lists, since } = run
  const undecided = checks.flatMap(({ title, error }) =>
    error ? [renderHtml`<li><h3>${cleanLine(title)}</h3>${renderErrorText(error)}</li>`] : [],
  )
  return renderHtml`<section class="overview ${status}">
<p class="eyebrow">${cleanLine(connectorName ?? connector.id)} <span>${cleanLine(connector.version)}</span></p>
${isOnly ? renderHtml`<h1 class="verdict">${headline}.</h1>` : renderHtml`<h2 class="verdict">${headline}.</h2>`}
${
  source !== undefined &&
  renderHtml`<p>${cleanLine(source, 1000)}</p>
`
}${renderFacts(run)}
${renderTiles(run)}
${
  clocks !== undefined &&
  renderHtml`<p>${clocks}</p>
`
}${undecided.length > 0 && renderUndecidedSection(undecided)}
${lists.length > 0 && renderLists(run)}${since && renderChanges(since)}
</section>
`
}

function renderFacts({
  startedAt,
  tookMs,
  id,
  connectionId,
  connectionName,
  organizationId,
  summary,
  crossCheck,
}: RunView): Html {
  const { requests, retries } = summary
  return renderHtml`<dl class="facts">
<div><dt>Run</dt><dd><code>${cleanLine(id)}</code></dd></div>
<div><dt>Started</dt><dd>${renderMoment(startedAt)}</dd></div>
${Number.isFinite(tookMs) && renderHtml`<div><dt>Took</dt><dd>${formatSeconds(tookMs)}, ${formatCount(requests, 'request')}${retries > 0 && ` (${formatNumber(retries)} retried)`}</dd></div>`}
${!crossCheck && connectionId !== undefined && renderHtml`<div><dt>Connection</dt><dd>${connectionName !== undefined && renderHtml`${cleanLine(connectionName)} `}<code>${cleanLine(connectionId)}</code></dd></div>`}
${organizationId !== undefined && renderHtml`<div><dt>Organization</dt><dd>${cleanLine(organizationId)}</dd></div>`}
</dl>`
}

function renderTiles({ checks, counts, resultCount, decided }: RunView): Html {
  let x = 0
  const bars = counts.map(({ status, count }) => {
    const width = (count / checks.length) * 100
    const bar = renderHtml`<rect class="${status}" x="${x.toFixed(2)}" width="${Math.max(width - 0.4, 0.4).toFixed(2)}" height="4"/>`
    x += width
    return bar
  })
  return renderHtml`<div class="tally">
<svg viewBox="0 0 99.6 4" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<ul>${counts.map(({ status, number, word }) => renderHtml`<li class="${status}"><b>${number}</b> ${word}</li>`)}</ul>
<p>${[formatCount(checks.length, 'check'), formatCount(resultCount, 'result'), ...decided].join(', ')}</p>
</div>`
}

/** The lists that the run has read; one that is not whole says why. */
function renderLists({ lists }: RunView): Html {
  return renderHtml`<section${lists.some(({ complete }) => !complete) && renderHtml` class="untold"`}>
<h2>Lists</h2>
<ul>${lists.map(
    ({ name, text, because }) =>
      renderHtml`<li><h3><code>${name}</code></h3><p>${text}</p>${because !== undefined && renderHtml`<p>${because}</p>`}</li>`,
  )}</ul>
</section>`
}

/** First of all, because a reader who misses it believes that the rest is complete. */
function renderUndecidedSection(items: readonly Html[]): Html {
  return renderHtml`<section class="untold">
<h2>Checks that could not tell, and why</h2>
<p>These checks neither pass nor fail.</p>
<ul>${items}</ul>
</section>`
}

export function renderErrorText(error: CheckFailure): Html {
  const { message, code, missingScopes = [], retryable } = error
  const at = formatFirstFrame(error)
  return renderHtml`${cleanLines(message).map((line) => renderHtml`<p>${line}</p>`)}${
    missingScopes.length > 0 &&
    renderHtml`<p>Missing: ${missingScopes.map((scope) => renderHtml`<code>${cleanLine(scope)}</code> `)}</p>`
  }${at !== undefined && renderHtml`<p><code>${cleanLine(at)}</code></p>`}<p class="small">${formatErrorKind(error)} · <code>${cleanLine(code)}</code>${retryable && ` · ${runWords.runAgain}`}</p>`
}

/** A run that somebody else wrote may have a kind that we do not know. */
export function formatErrorKind({ kind }: CheckFailure): string {
  return runWords.kinds[kind] ?? cleanLine(kind)
}

const unseenMax = 200

function renderChanges({ runId, counts, unseen }: ChangesView): Html {
  return renderHtml`<section class="since">
<h2>Since run <code>${cleanLine(runId)}</code></h2>
<ul class="changes">${counts.map(({ change, count }) => renderHtml`<li class="${count > 0 ? change : 'none'}"><b>${formatNumber(count)}</b> ${change}</li>`)}</ul>
${
  unseen.length > 0 &&
  renderHtml`<details><summary>${formatCount(unseen.length, 'earlier finding')} not seen this time, neither resolved nor persisting</summary>
<ul class="plain">${unseen
    .slice(0, unseenMax)
    .map(
      ({ checkId, result: { title, resource } }) =>
        renderHtml`<li>${cleanLine(title)} <span class="who">${cleanLine(resource.name ?? resource.id, 120)}</span> <code>${cleanLine(checkId)}</code></li>`,
    )}</ul>${unseen.length > unseenMax && renderHtml`<p class="small">… and ${formatNumber(unseen.length - unseenMax)} more</p>`}</details>`
}
</section>`
}

/** At the end of the page: the inputs of the run, so that it can be repeated. */
export function renderInputs({ inputs, replayable, notReplayableBecause, connector }: RunView): Html {
  const again = replayable ? 'You can replay it offline from its exchanges.' : notReplayableBecause
  return renderHtml`<details class="inputs"><summary>Inputs of ${cleanLine(connector.id)}</summary>
${again !== undefined && renderHtml`<p class="small">${cleanLine(again)}</p>`}
<pre tabindex="0" role="group" aria-label="Inputs">${formatJsonText(inputs, { indent: 2 })}</pre></details>
`
}
