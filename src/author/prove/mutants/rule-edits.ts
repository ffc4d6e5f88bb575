import type { RuleEntry } from '../../../data/format/checks.ts'
import { dropRule, type Edit, type EditPath, listRequestEdits, listTextEdits, listValueEdits } from './edit.ts'
import type { Vocabulary } from './vocabulary.ts'

interface PlacedExpression {
  readonly path: EditPath
  readonly text: string | undefined
  /** Whether it says true or false. */
  readonly isCondition: boolean
}

/** Every deliberate mistake in a rule. Texts, evidence and severity are no judgement. */
export function listRuleEdits(entry: RuleEntry, vocabulary: Vocabulary): readonly Edit[] {
  const { where, applies, unknown = [], review, gaps = [], count, notApplicable, values = {} } = entry
  const exemptions = Array.isArray(notApplicable) ? notApplicable : []
  const edits = listTexts(entry).flatMap(({ path, text, isCondition }) =>
    listTextEdits(path, text, isCondition, vocabulary),
  )
  if (where !== undefined) edits.push(dropRule(['where'], where))
  if (applies !== undefined) edits.push(dropRule(['applies'], applies))
  if (review?.when !== undefined) edits.push(dropRule(['review'], review.when))
  for (const [name, rules] of Object.entries({ unknown, gaps, notApplicable: exemptions }))
    for (const [index, { when }] of rules.entries())
      edits.push(dropRule(rules.length === 1 ? [name] : [name, index], when))
  for (const [name, value] of Object.entries(values))
    if (typeof value !== 'string') edits.push(...listValueEdits(['values', name], value))
  return [...edits, ...listCountEdits(count), ...listEmptyEdits(entry), ...listRequestEdits(entry)]
}

function listTexts({
  where,
  applies,
  unknown = [],
  review,
  pass,
  gaps = [],
  count,
  notApplicable,
  values = {},
}: RuleEntry) {
  const texts: PlacedExpression[] = []
  const add = (path: EditPath, text: string | undefined, isCondition = true) => texts.push({ path, text, isCondition })
  add(['where'], where)
  add(['applies'], applies)
  const lists = { unknown, gaps, notApplicable: Array.isArray(notApplicable) ? notApplicable : [] }
  for (const [name, rules] of Object.entries(lists))
    for (const [index, { when }] of rules.entries()) add([name, index, 'when'], when)
  add(['review', 'when'], review?.when)
  add(['pass'], pass)
  add(['count', 'where'], count?.where)
  add(['count', 'distinct'], count?.distinct, false)
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') add(['values', name], value, isCondition(value))
    else {
      add(['values', name, 'of'], value.of, isCondition(value.of))
      add(['values', name, 'otherwise'], value.otherwise, false)
    }
  }
  return texts
}

/** Whether an expression says true or false, as far as its outermost words show. */
export function isCondition(text: string): boolean {
  if (/^\S*\.(?:filter|map)\(.*\)$/.test(text)) return false
  return /&&|\|\||[=!<>]=|[<>]|^!|\bin\b|\.(?:exists|all|startsWith|endsWith|contains)\(/.test(text)
}

function listCountEdits(count: RuleEntry['count']): readonly Edit[] {
  const edits: Edit[] = []
  for (const limit of ['min', 'max'] as const) {
    const value = count?.[limit]
    if (value === undefined) continue
    const others =
      typeof value === 'string' ? [`${value} + 1`, `${value} - 1`] : [value + 1, ...(value > 1 ? [value - 1] : [])]
    for (const other of others)
      edits.push({ kind: 'count', path: ['count', limit], value: other, from: String(value), to: String(other) })
  }
  if (count?.distinct !== undefined) edits.push(dropRule(['count', 'distinct'], count.distinct))
  return edits
}

/** One answer, which is no list, is never empty. */
function listEmptyEdits({ onEmpty, list }: RuleEntry): readonly Edit[] {
  if (!list) return []
  const others = { pass: 'fail', fail: 'pass', not_applicable: 'pass' } as const
  const other = onEmpty === undefined ? 'pass' : others[onEmpty]
  return [{ kind: 'empty', path: ['onEmpty'], value: other, from: onEmpty ?? 'error', to: other }]
}
