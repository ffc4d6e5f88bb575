import type { RunStatus } from '../../define/index.ts'
import { pluralize } from '../../text/count-noun.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'
import { cleanLine } from '../safe-text.ts'
import { type Html, renderHtml } from './html.ts'

/** A status has a sign, a word and a colour, so that one of them suffices. */
export const statuses: { readonly [status in RunStatus]: { readonly sign: string; readonly word: string } } = {
  error: { sign: '?', word: 'could not tell' },
  fail: { sign: '✕', word: 'fail' },
  manual: { sign: '!', word: 'needs review' },
  pass: { sign: '✓', word: 'pass' },
  not_applicable: { sign: '–', word: 'not applicable' },
}

/** The word of a status after a number. */
export function formatStatus(status: RunStatus, count: number): string {
  return status === 'manual' ? formatNeedsReview(count) : statuses[status].word
}

/** The order of results: those that need a person first. */
export const statusOrder: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']

export function renderMark(status: RunStatus): Html {
  const { sign, word } = statuses[status]
  return renderHtml`<span class="mark ${status}" aria-hidden="true">${sign}</span><span class="sr">${word}: </span>`
}

/** "1 check", "3 checks". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${pluralize(count, noun)}`
}

/** With thousands separators, the same everywhere. */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** ISO 8601 as people read it, in UTC: "4 May 2026, 10:00 UTC". */
export function renderMoment(iso: string): Html {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return renderHtml`${cleanLine(iso)}`
  const [date = '', time = ''] = at.toISOString().split('T')
  const [year, month, day] = date.split('-')
  return renderHtml`<time datetime="${iso}">${Number(day)} ${months[Number(month) - 1]} ${year}, ${time.slice(0, 5)} UTC</time>`
}

const months = 'January February March April May June July August September October November December'.split(' ')

export function formatSeconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${formatNumber(Math.round(ms / 1000))} s`
}
