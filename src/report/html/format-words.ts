import type { RunStatus } from '../../define/index.ts'
import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'
import { statusWords } from '../pieces/status-words.ts'

/** A status has a sign, a word and a colour, so that one of them suffices. */
const signs: { readonly [status in RunStatus]: string } = {
  error: '?',
  fail: '✕',
  manual: '!',
  pass: '✓',
  not_applicable: '–',
}

export function renderMark(status: RunStatus): Html {
  return renderHtml`<span class="mark ${status}" aria-hidden="true">${signs[status]}</span><span class="sr">${statusWords[status]}: </span>`
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
