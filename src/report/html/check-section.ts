import type { RunStatus } from '../../define/index.ts'
import { formatCount, formatNumber } from '../../text/count-noun.ts'
import { formatSeconds } from '../../text/format-seconds.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { describeProof } from '../pieces/proof-line.ts'
import { runWords } from '../pieces/run-words.ts'
import { cleanLine, cleanLines } from '../pieces/safe-text.ts'
import { statusWords } from '../pieces/status-words.ts'
import { listUndecidedLines } from '../pieces/undecided-lines.ts'
import { formatEvidence, type ResultPart, type ResultView } from '../view/view-result.ts'
import type { CheckView } from '../view/view-run.ts'
import { renderMark } from './format-words.ts'
import { formatErrorKind, renderErrorText } from './run-overview.ts'

/** One check with all its results, in pieces: failing ones and those to review are open, the rest is folded. */
export async function* renderCheckPieces(check: CheckView): AsyncGenerator<string> {
  yield renderOpening(check).text
  for (const { status, text } of check.counts) {
    yield renderHtml`<details class="group ${status}" ${renderOpen(status)}><summary>${text}</summary><ul>
`.text
    for await (const result of check.results(status)) yield renderResultRow(result).text
    yield '</ul></details>\n'
  }
  yield '</div></details>\n'
}

/** The top of the page has the reasons of checks that could not tell. */
function renderOpen(status: RunStatus): Html | false {
  return (status === 'fail' || status === 'manual') && renderHtml`open`
}

function renderOpening(check: CheckView): Html {
  const { id, title, description, status, severity, controls, tags, error, requests, durationMs, tally } = check
  const undecided = listUndecidedLines(check)
  const proof = describeProof(check)
  return renderHtml`<details class="check ${status}" data-status="${status}" data-severity="${severity}" data-controls="${controls.map((control) => cleanLine(control)).join('\n')}" ${renderOpen(status)}>
<summary>${renderMark(status)}<h3>${cleanLine(title)}</h3><span class="counts">${formatCheckCounts(check)}</span></summary>
<div class="body">
${description !== undefined && cleanLines(description).map((line) => renderHtml`<p class="lead">${line}</p>`)}
<ul class="chips"><li><code>${cleanLine(id)}</code></li><li>severity ${severity}</li>${controls.map(
    (control) => renderHtml`<li class="control">${cleanLine(control)}</li>`,
  )}${tags.map((tag) => renderHtml`<li>#${cleanLine(tag)}</li>`)}<li>${formatCount(requests, 'request')}, ${formatSeconds(durationMs)}</li></ul>
${error && renderHtml`<div class="why">${renderErrorText(error)}</div>`}${undecided.length > 0 && renderHtml`<ul class="why">${undecided.map((line) => renderHtml`<li>${line}</li>`)}</ul>`}
${proof !== undefined && renderHtml`<p class="small">${proof}</p>`}${!error && tally.total === 0 && renderHtml`<p class="small">The check found nothing to judge. The check counts that as: ${statusWords[status]}.</p>`}
${renderLogs(check)}
`
}

function formatCheckCounts({ error, counts, decided }: CheckView): string {
  return [...(error ? [formatErrorKind(error)] : []), ...counts.map(({ text }) => text), ...decided].join(' · ')
}

const logsMax = 50

function renderLogs({ logs }: CheckView): Html | false {
  const warnings = logs.filter(({ level }) => level !== 'info')
  if (warnings.length === 0) return false
  const items = warnings
    .slice(0, logsMax)
    .map(({ level, message }) => renderHtml`<li><b>${level}</b> ${cleanLine(message)}</li>`)
  const left = warnings.length - items.length
  return renderHtml`<details class="logs"><summary>${formatCount(warnings.length, 'warning')} of the check</summary><ul class="plain">${items}</ul>${left > 0 && renderHtml`<p class="small">… and ${formatNumber(left)} more</p>`}</details>`
}

function renderResultRow(result: ResultView): Html {
  const { status, title, severity, resource, name, waived, change, notes } = result
  const tags = notes.map(
    ({ kind, text }) => renderHtml`<span${kind === severity && renderHtml` class="severity ${kind}"`}>${text}</span>`,
  )
  return renderHtml`<li data-s="${status}" data-v="${severity}" data-t="${cleanLine(resource.type)}" data-c="${change}" data-w="${waived && 'waived'}"><details class="result"><summary>${renderMark(status)}<span class="what">${cleanLine(title)}</span> <span class="who">${cleanLine(name, 120)}</span>${tags.length > 0 && renderHtml`<span class="tags">${tags}</span>`}</summary>${renderResultDetails(result)}</details></li>
`
}

const evidenceMax = 200_000
const nameMax = 20_000

function renderResultDetails({ resource, parts, evidence, findingId, exchanges = [] }: ResultView): Html {
  const text = formatEvidence(evidence)
  return renderHtml`<div class="more">${parts.map(renderPart)}${
    text !== '' &&
    renderHtml`<h4>${runWords.evidence}</h4><pre tabindex="0" role="group" aria-label="${runWords.evidence}">${text.slice(0, evidenceMax)}</pre>${text.length > evidenceMax && renderHtml`<p class="small">The evidence is longer. run.json has all of it.</p>`}`
  }<dl class="ids"><div><dt>${cleanLine(resource.type, 60)}</dt><dd><code>${cleanLine(resource.id, nameMax)}</code></dd></div>${
    resource.name !== undefined && renderHtml`<div><dt>name</dt><dd>${cleanLine(resource.name, nameMax)}</dd></div>`
  }<div><dt>finding</dt><dd><code>${findingId}</code></dd></div>${
    exchanges.length > 0 && renderHtml`<div><dt>exchanges</dt><dd>${exchanges.slice(0, 50).join(', ')}</dd></div>`
  }</dl></div>`
}

function renderPart({ kind, title, text, files = [] }: ResultPart): Html {
  const paragraphs = cleanLines(text, 4000).map((line) => renderHtml`<p>${line}</p>`)
  if (title === undefined) return renderHtml`${paragraphs}`
  if (kind === 'command')
    return renderHtml`<div class="remedy"><h4>${title}</h4><pre tabindex="0" role="group" aria-label="${title}">${cleanLine(text, 1000)}</pre></div>`
  return renderHtml`<div class="${kind === 'remedy' ? kind : 'waiver'}"><h4>${cleanLine(title, 1000)}</h4>${paragraphs}${files.map(
    ({ name, sha256 }) =>
      renderHtml`<p class="small">${cleanLine(name)}, SHA-256 <code>${cleanLine(sha256)}</code></p>`,
  )}</div>`
}
