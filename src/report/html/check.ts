import type { Change } from '../../checks/comparison.ts'
import type { CheckHead } from '../../checks/kept-run.ts'
import type { ResultRecord, ResultStatus } from '../../define/index.ts'
import { jsonText } from '../json-pieces.ts'
import type { ReportedRun } from '../report.ts'
import { byUrgency, severities, type Tally, type Urgency } from '../results.ts'
import { safeLine, safeLines } from '../safe-text.ts'
import { type Html, html } from './html.ts'
import { errorText, kindOf } from './overview.ts'
import { counted, mark, number, seconds, statuses } from './words.ts'

/** One check with all its results, in pieces: what fails or has to be looked at is open, the rest is folded. */
export async function* checkPieces(reported: ReportedRun, check: CheckHead, tally: Tally): AsyncGenerator<string> {
  yield opening(reported, check, tally).text
  for (const [status, urgencies] of groups) {
    const count = tally.of[status]
    if (count === 0) continue
    const isOpen = status === 'fail' || status === 'manual'
    yield html`<details class="group ${status}" ${isOpen && openAttribute}><summary>${number(count)} ${statuses[status].word}</summary><ul>
`.text
    for await (const result of byUrgency(reported.run, check, tally, urgencies)) {
      yield row(result, reported.comparison?.changeOf(result.findingId)).text
    }
    yield '</ul></details>\n'
  }
  yield '</div></details>\n'
}

const openAttribute = html`open`

const groups: readonly (readonly [ResultStatus, readonly Urgency[]])[] = [
  ['fail', severities],
  ['manual', ['manual']],
  ['pass', ['pass']],
  ['not_applicable', ['not_applicable']],
]

function opening({ connector }: ReportedRun, check: CheckHead, tally: Tally): Html {
  const { id, title, status, severity, controls, tags, error, requests, durationMs } = check
  const description = connector?.checks.find((each) => each.id === id)?.description
  // Why a check could not tell stands at the top of the page.
  const isOpen = status === 'fail' || status === 'manual'
  return html`<details class="check ${status}" data-status="${status}" data-severity="${severity}" data-controls="${controls.map((control) => safeLine(control)).join('\n')}" ${isOpen && openAttribute}>
<summary>${mark(status)}<h3>${safeLine(title)}</h3><span class="counts">${countsText(check, tally)}</span></summary>
<div class="body">
${description !== undefined && safeLines(description).map((line) => html`<p class="lead">${line}</p>`)}
<ul class="chips"><li><code>${safeLine(id)}</code></li><li>severity ${severity}</li>${controls.map(
    (control) => html`<li class="control">${safeLine(control)}</li>`,
  )}${tags.map((tag) => html`<li>#${safeLine(tag)}</li>`)}<li>${counted(requests, 'request')}, ${seconds(durationMs)}</li></ul>
${error && html`<div class="why">${errorText(error)}</div>`}
${!error && tally.total === 0 && html`<p class="small">The check found nothing to judge, and says that this means: ${statuses[status].word}.</p>`}
${logs(check)}
`
}

function countsText({ error }: CheckHead, { of, waived }: Tally): string {
  return [
    ...(error ? [kindOf(error)] : []),
    ...(['fail', 'manual', 'pass', 'not_applicable'] as const)
      .filter((status) => of[status] > 0)
      .map((status) => `${number(of[status])} ${statuses[status].word}`),
    ...(waived > 0 ? [`${number(waived)} waived`] : []),
  ].join(' · ')
}

const logsMax = 50

function logs({ logs }: CheckHead): Html | false {
  const told = logs.filter(({ level }) => level !== 'info')
  if (told.length === 0) return false
  const items = told.slice(0, logsMax).map(({ level, message }) => html`<li><b>${level}</b> ${safeLine(message)}</li>`)
  const left = told.length - items.length
  return html`<details class="logs"><summary>${counted(told.length, 'warning')} of the check</summary><ul class="plain">${items}</ul>${left > 0 && html`<p class="small">… and ${number(left)} more</p>`}</details>`
}

function row(result: ResultRecord, change: Change | undefined): Html {
  const { status, title, severity, resource, waived } = result
  const shownName = safeLine(resource.name ?? resource.id, 120)
  return html`<li data-s="${status}" data-v="${severity}" data-t="${safeLine(resource.type)}" data-c="${change}" data-w="${waived && 'waived'}"><details class="result"><summary>${mark(status)}<span class="what">${safeLine(title)}</span> <span class="who">${shownName}</span>${
    (severity !== undefined || waived || change) &&
    html`<span class="tags">${severity && html`<span class="severity ${severity}">${severity}</span>`}${waived && html`<span>waived</span>`}${change && html`<span>${change}</span>`}</span>`
  }</summary>${more(result)}</details></li>
`
}

const evidenceMax = 200_000
const nameMax = 20_000

function more(result: ResultRecord): Html {
  const { resource, description, remediation, evidence, waived, findingId, exchanges = [] } = result
  const text = evidence === null ? '' : jsonText(evidence, { indent: 2 })
  return html`<div class="more">${description !== undefined && paragraphs(description)}${
    remediation !== undefined && html`<div class="remedy"><h4>What to do</h4>${paragraphs(remediation)}</div>`
  }${
    waived &&
    html`<div class="waiver"><h4>Waived until ${safeLine(waived.expires)} by ${safeLine(waived.approver)}</h4>${paragraphs(waived.justification)}</div>`
  }${
    text !== '' &&
    html`<h4>Evidence</h4><pre tabindex="0" role="group" aria-label="Evidence">${text.slice(0, evidenceMax)}</pre>${text.length > evidenceMax && html`<p class="small">The evidence goes on: all of it is in run.json.</p>`}`
  }<dl class="ids"><div><dt>${safeLine(resource.type, 60)}</dt><dd><code>${safeLine(resource.id, nameMax)}</code></dd></div>${
    resource.name !== undefined && html`<div><dt>name</dt><dd>${safeLine(resource.name, nameMax)}</dd></div>`
  }<div><dt>finding</dt><dd><code>${findingId}</code></dd></div>${
    exchanges.length > 0 && html`<div><dt>exchanges</dt><dd>${exchanges.slice(0, 50).join(', ')}</dd></div>`
  }</dl></div>`
}

function paragraphs(text: string): Html {
  return html`${safeLines(text, 4000).map((line) => html`<p>${line}</p>`)}`
}
