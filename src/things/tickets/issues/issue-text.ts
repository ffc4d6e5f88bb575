import type { Finding } from '../../../checks/findings/finding-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'

/** A part of an issue or a comment. What comes from a vendor is a `value` and nothing else. */
export type Passage =
  | { readonly kind: 'sentence'; readonly text: string }
  | { readonly kind: 'value'; readonly label: string; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }

/** What an issue is made of. */
export interface IssueText {
  /** One line. */
  readonly title: string
  readonly passages: readonly Passage[]
}

const titleLengthMax = 200
const valueLengthMax = 2_000

/**
 * What an issue says of a finding.
 * @param marker what the issue is found by
 */
export function describeFinding(
  { id, checkId, connectorId, severity, dueAtMs, result }: Finding,
  { publicUrl, marker }: { readonly publicUrl: string; readonly marker: string },
): IssueText {
  const { resource, title, description, remediation, fix } = result
  const named = resource.name === undefined ? resource.id : `${resource.name} (${resource.id})`
  return {
    title: cutText(cleanLine(`[${severity}] ${title}: ${resource.name ?? resource.id}`), titleLengthMax),
    passages: [
      {
        kind: 'sentence',
        text: 'A resource fails a check. The finding follows its evidence: it is resolved when the check passes, and this issue is told.',
      },
      createValue('Finding', title),
      createValue('Resource', `${resource.type} ${named}`),
      createValue('Check', `${connectorId} ${checkId}`),
      createValue('Severity', severity),
      createValue('Due', formatDay(dueAtMs)),
      ...(description === undefined ? [] : [createValue('Description', description)]),
      ...(remediation === undefined ? [] : [createValue('Remediation', remediation)]),
      ...(fix === undefined ? [] : [createValue('Command', fix)]),
      { kind: 'link', label: 'Open the finding', href: `${publicUrl}/findings/${encodeURIComponent(id)}` },
      createValue('Reference', marker),
    ],
  }
}

const resolutions: Readonly<Record<NonNullable<Finding['resolution']>, string>> = {
  passed: 'The check passes for this resource.',
  not_applicable: 'The check no longer applies to this resource.',
  gone: 'The resource is gone.',
  retired: 'The connector no longer has this check.',
  accepted: 'A person accepted the result.',
  needs_review: 'The result needs review, and no judgement stands against it.',
}

/** What a comment says when a finding is resolved or fails again. */
export function describeChange({ state, resolution, changedAtMs }: Finding): readonly Passage[] {
  const day = formatDay(changedAtMs)
  if (state !== 'resolved') return [{ kind: 'sentence', text: `This fails again since ${day}.` }]
  const reason = resolution === null ? '' : ` ${resolutions[resolution]}`
  return [{ kind: 'sentence', text: `The finding is resolved since ${day}.${reason}` }]
}

function createValue(label: string, text: string): Passage {
  return { kind: 'value', label, text: cutText(cleanText(text), valueLengthMax) }
}

/** Without characters that hide or reverse what follows, and that no format takes. */
function cleanText(text: string): string {
  const cleaned = text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .replaceAll(/[\p{Bidi_Control}\u200b\ufeff]/gu, '')
    .trim()
  return cleaned === '' ? '–' : cleaned
}

function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ')
}

function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`
}
