import type { Change } from '../../checks/findings/comparison.ts'
import type { CheckHead, ResultRecord, ResultStatus } from '../../define/index.ts'
import { formatCount, formatNumber } from '../../text/count-noun.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { listJudgedCounts } from '../pieces/judged-text.ts'
import type { ReportInput } from '../pieces/report.ts'
import { cleanLine, cleanLines } from '../pieces/safe-text.ts'
import { formatStatus, statusWords } from '../pieces/status-words.ts'
import { listByUrgency, severities, type Tally, type Urgency } from '../pieces/tally-results.ts'
import { listUndecidedLines } from '../pieces/undecided-lines.ts'
import { formatSeconds, renderMark } from './format-words.ts'
import { formatErrorKind, renderErrorText } from './run-overview.ts'

/** One check with all its results, in pieces: failing ones and those to review are open, the rest is folded. */
export async function* renderCheckPieces(
  reported: ReportInput,
  check: CheckHead,
  tally: Tally,
): AsyncGenerator<string> {
  yield renderOpening(reported, check, tally).text
  for (const [status, urgencies] of groups) {
    const count = tally.of[status]
    if (count === 0) continue
    const isOpen = status === 'fail' || status === 'manual'
    yield renderHtml`<details class="group ${status}" ${isOpen && openAttribute}><summary>${formatNumber(count)} ${formatStatus(status, count)}</summary><ul>
`.text
    for await (const result of listByUrgency(reported.run, check, tally, urgencies)) {
      yield renderResultRow(result, reported.comparison?.changeOf(result.findingId)).text
    }
    yield '</ul></details>\n'
  }
  yield '</div></details>\n'
}

const openAttribute = renderHtml`open`

const groups: readonly (readonly [ResultStatus, readonly Urgency[]])[] = [
  ['fail', severities],
  ['manual', ['manual']],
  ['pass', ['pass']],
  ['not_applicable', ['not_applicable']],
]

function renderOpening({ connector }: ReportInput, check: CheckHead, tally: Tally): Html {
  const { id, title, status, severity, controls, tags, error, requests, durationMs } = check
  const description = connector?.checks.find((each) => each.id === id)?.description
  // The top of the page has the reason why a check could not tell.
  const isOpen = status === 'fail' || status === 'manual'
  return renderHtml`<details class="check ${status}" data-status="${status}" data-severity="${severity}" data-controls="${controls.map((control) => cleanLine(control)).join('\n')}" ${isOpen && openAttribute}>
<summary>${renderMark(status)}<h3>${cleanLine(title)}</h3><span class="counts">${formatCheckCounts(check, tally)}</span></summary>
<div class="body">
${description !== undefined && cleanLines(description).map((line) => renderHtml`<p class="lead">${line}</p>`)}
<ul class="chips"><li><code>${cleanLine(id)}</code></li><li>severity ${severity}</li>${controls.map(
    (control) => renderHtml`<li class="control">${cleanLine(control)}</li>`,
  )}${tags.map((tag) => renderHtml`<li>#${cleanLine(tag)}</li>`)}<li>${formatCount(requests, 'request')}, ${formatSeconds(durationMs)}</li></ul>
${error && renderHtml`<div class="why">${renderErrorText(error)}</div>`}${listUndecidedLines(check).length > 0 && renderHtml`<ul class="why">${listUndecidedLines(check).map((line) => renderHtml`<li>${line}</li>`)}</ul>`}
${!error && tally.total === 0 && renderHtml`<p class="small">The check found nothing to judge. The check counts that as: ${statusWords[status]}.</p>`}
${renderLogs(check)}
`
}

function formatCheckCounts({ error }: CheckHead, { of, waived, accepted, refused }: Tally): string {
  return [
    ...(error ? [formatErrorKind(error)] : []),
    ...(['fail', 'manual', 'pass', 'not_applicable'] as const)
      .filter((status) => of[status] > 0)
      .map((status) => `${formatNumber(of[status])} ${formatStatus(status, of[status])}`),
    ...(waived > 0 ? [`${formatNumber(waived)} waived`] : []),
    ...listJudgedCounts({ accepted, refused }),
  ].join(' · ')
}

const logsMax = 50

function renderLogs({ logs }: CheckHead): Html | false {
  const told = logs.filter(({ level }) => level !== 'info')
  if (told.length === 0) return false
  const items = told
    .slice(0, logsMax)
    .map(({ level, message }) => renderHtml`<li><b>${level}</b> ${cleanLine(message)}</li>`)
  const left = told.length - items.length
  return renderHtml`<details class="logs"><summary>${formatCount(told.length, 'warning')} of the check</summary><ul class="plain">${items}</ul>${left > 0 && renderHtml`<p class="small">… and ${formatNumber(left)} more</p>`}</details>`
}

function renderResultRow(result: ResultRecord, change: Change | undefined): Html {
  const { status, title, severity, resource, waived, judged } = result
  const shownName = cleanLine(resource.name ?? resource.id, 120)
  return renderHtml`<li data-s="${status}" data-v="${severity}" data-t="${cleanLine(resource.type)}" data-c="${change}" data-w="${waived && 'waived'}"><details class="result"><summary>${renderMark(status)}<span class="what">${cleanLine(title)}</span> <span class="who">${shownName}</span>${
    (severity !== undefined || waived || judged || change) &&
    renderHtml`<span class="tags">${severity && renderHtml`<span class="severity ${severity}">${severity}</span>`}${waived && renderHtml`<span>waived</span>`}${judged && renderHtml`<span>${judged.decision}</span>`}${change && renderHtml`<span>${change}</span>`}</span>`
  }</summary>${renderResultDetails(result)}</details></li>
`
}

const evidenceMax = 200_000
const nameMax = 20_000

function renderResultDetails(result: ResultRecord): Html {
  const { resource, description, remediation, evidence, waived, judged, findingId, exchanges = [] } = result
  const text = evidence === null ? '' : formatJsonText(evidence, { indent: 2 })
  return renderHtml`<div class="more">${description !== undefined && renderParagraphs(description)}${
    remediation !== undefined &&
    renderHtml`<div class="remedy"><h4>What to do</h4>${renderParagraphs(remediation)}</div>`
  }${
    waived &&
    renderHtml`<div class="waiver"><h4>Waived until ${cleanLine(waived.expires)} by ${cleanLine(waived.approver)}</h4>${renderParagraphs(waived.justification)}</div>`
  }${
    judged &&
    renderHtml`<div class="waiver"><h4>${judged.decision === 'accepted' ? 'Accepted' : 'Refused'} until ${cleanLine(judged.expires)} by ${cleanLine(judged.by)}</h4>${renderParagraphs(judged.reason)}${judged.files.map((file) => renderHtml`<p class="small">${cleanLine(file.name)}, SHA-256 <code>${cleanLine(file.sha256)}</code></p>`)}</div>`
  }${
    text !== '' &&
    renderHtml`<h4>Evidence</h4><pre tabindex="0" role="group" aria-label="Evidence">${text.slice(0, evidenceMax)}</pre>${text.length > evidenceMax && renderHtml`<p class="small">The evidence is longer. run.json has all of it.</p>`}`
  }<dl class="ids"><div><dt>${cleanLine(resource.type, 60)}</dt><dd><code>${cleanLine(resource.id, nameMax)}</code></dd></div>${
    resource.name !== undefined && renderHtml`<div><dt>name</dt><dd>${cleanLine(resource.name, nameMax)}</dd></div>`
  }<div><dt>finding</dt><dd><code>${findingId}</code></dd></div>${
    exchanges.length > 0 && renderHtml`<div><dt>exchanges</dt><dd>${exchanges.slice(0, 50).join(', ')}</dd></div>`
  }</dl></div>`
}

function renderParagraphs(text: string): Html {
  return renderHtml`${cleanLines(text, 4000).map((line) => renderHtml`<p>${line}</p>`)}`
}
