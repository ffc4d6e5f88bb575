import type { PublicStatus } from '../../../evidence/status/public-status.ts'
import { type Html, renderHtml } from '../../../report/pieces/html.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { ManualAnswer } from '../../../service/records/manual-answers.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { trustDocument } from '../documents.ts'
import type { trustCentre, trustLink } from '../thing.ts'

export type ShownDocument = ThingRecord<typeof trustDocument.all, keyof typeof trustDocument.states>

/** What visitors see. */
export interface TrustContent {
  readonly centre: ThingRecord<typeof trustCentre.all>
  readonly status: PublicStatus | undefined
  /** Those that visitors may know of. */
  readonly documents: readonly ShownDocument[]
  readonly answers: readonly ManualAnswer[]
  readonly links: readonly ThingRecord<typeof trustLink.all>[]
}

/** The main part of the page of a trust centre. */
export function renderTrustCentre(
  texts: Texts,
  base: string,
  { centre, status, documents, answers, links }: TrustContent,
): Html {
  const { introduction } = centre.values
  return renderHtml`${introduction !== null && renderLines(introduction)}${status && renderStatus(texts, base, status)}${
    documents.length > 0 && renderDocuments(texts, base, documents)
  }${
    answers.length > 0 &&
    renderHtml`<h2>${texts.trustCentre.answers}</h2>
${answers.map(({ question, answer }) => renderHtml`<details><summary>${cleanLine(question)}</summary>\n${renderLines(answer)}</details>\n`)}`
  }${
    links.length > 0 &&
    renderHtml`<h2>${texts.frame.more}</h2>
<ul>
${links.map(({ values: { title, url } }) => renderHtml`<li><a href="${url}" rel="noopener noreferrer nofollow">${cleanLine(title)}</a></li>\n`)}</ul>
`
  }`
}

function renderStatus(texts: Texts, base: string, { framework, period, controls }: PublicStatus): Html {
  const { status: words } = texts.trustCentre
  const groups = [...Map.groupBy(controls, ({ group }) => group)]
  return renderHtml`<h2>${words.title({ framework: cleanLine(framework.title), day: period.to })}</h2>
<table>
<caption>${words.caption}</caption>
<thead><tr><th scope="col">${texts.labels.control}</th><th scope="col">${texts.labels.status}</th></tr></thead>
${groups.map(
  ([group, ofGroup]) => renderHtml`<tbody>
${group !== undefined && renderHtml`<tr><th scope="rowgroup" colspan="2" class="group">${cleanLine(group)}</th></tr>\n`}${ofGroup.map(
  ({ id, title, state }) =>
    renderHtml`<tr><th scope="row">${id} <span>${cleanLine(title)}</span></th><td class="${state}">${texts.states.control[state]}</td></tr>\n`,
)}</tbody>
`,
)}</table>
<p><a href="${base}/status/index.html">${words.verify}</a></p>
`
}

function renderDocuments(texts: Texts, base: string, documents: readonly ShownDocument[]): Html {
  const { documents: words } = texts.trustCentre
  return renderHtml`<h2>${words.title}</h2>
<ul>
${documents.map(({ id, state, values: { title, lastDay } }) => {
  const name = cleanLine(title)
  const end = lastDay === null ? '' : state === 'ended' ? words.ended({ day: lastDay }) : words.until({ day: lastDay })
  const shown = state === 'public' ? renderHtml`<a href="${base}/documents/${id}" download>${name}</a>` : name
  return renderHtml`<li>${shown}${end !== '' && ` (${end})`}${state === 'on-request' && renderHtml` <small>${words.onRequest}</small>`}</li>\n`
})}</ul>
`
}

/** A text that somebody wrote in lines: a paragraph for each. */
export function renderLines(text: string): Html {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return renderHtml`${lines.map((line) => renderHtml`<p>${cleanLine(line)}</p>\n`)}`
}
