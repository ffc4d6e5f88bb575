import { formatNode } from '../expressions/find-constant.ts'
import { parseExpression } from '../expressions/parse-expression.ts'
import type { RuleEntry } from '../format/checks.ts'
import { listExemptions } from './list-exemptions.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

/** Rules that decide in order, of which a later one asks what an earlier one has decided. */
export function reportRepeats(
  rules: readonly { readonly when: string }[],
  place: DocumentPath,
  report: ProblemReport,
): void {
  const seen = new Set<string>()
  for (const [index, { when }] of rules.entries()) {
    const meaning = formatMeaning(when)
    if (seen.has(meaning))
      report.add([...place, index, 'when'], 'is never reached, because an earlier rule asks the same')
    seen.add(meaning)
  }
}

/** What a check says and can never come to. */
export function reportUnreachable(entry: RuleEntry, place: DocumentPath, report: ProblemReport): void {
  const { applies, pass, unknown = [], gaps = [], notApplicable, onEmpty, count } = entry
  reportRepeats(unknown, [...place, 'unknown'], report)
  reportRepeats(gaps, [...place, 'gaps'], report)
  if (pass !== undefined && applies !== undefined && formatMeaning(pass) === formatMeaning(applies))
    report.add([...place, 'pass'], 'asks what "applies" has asked, so nothing fails')
  const doubt = pass === undefined ? -1 : unknown.findIndex(({ when }) => formatMeaning(when) === formatMeaning(pass))
  if (doubt >= 0)
    report.add([...place, 'pass'], `asks what makes an item unknown (unknown[${doubt}]), so nothing passes`)
  const exemptions = listExemptions(entry)
  reportRepeats(exemptions, [...place, 'notApplicable'], report)
  if (exemptions.length > 0 && applies !== undefined)
    report.add([...place, 'applies'], 'cannot stand beside several titles of "notApplicable", which each say "when"')
  if (notApplicable !== undefined && exemptions.length === 0 && applies === undefined && onEmpty !== 'not_applicable')
    report.add([...place, 'notApplicable'], 'is never reached, because there is no "applies"')
  const { min, max } = count ?? {}
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    report.add([...place, 'count', 'min'], `is more than "max", so nothing passes`)
}

function formatMeaning(text: string): string {
  const parsed = parseExpression(text)
  return 'node' in parsed ? formatNode(parsed.node) : text
}
