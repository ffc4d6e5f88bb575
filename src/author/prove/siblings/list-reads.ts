import { checkExpression } from '../../../data/expressions/check-expression.ts'
import { type ExpressionNode, parseExpression, readPath } from '../../../data/expressions/parse-expression.ts'
import { anyShape } from '../../../data/expressions/shape.ts'
import type { RuleEntry } from '../../../data/format/checks.ts'
import type { InventoryEntry, MemberEntry } from '../../../data/format/inventories.ts'

/** Members that decide, from the name of their answer: `['item', 'protection', 'delete']`. */
export type ReadMembers = readonly (readonly string[])[]

/** What the conditions of a rule read. Texts and evidence decide nothing. */
export function listRuleReads(entry: RuleEntry): ReadMembers {
  return [...readRuleTexts(entry, [...listScopeTexts(entry), ...listDoubtTexts(entry)]), ...listJudgedReads(entry)]
}

/**
 * What decides whether a rule judges an item at all. What leaves an item undecided belongs to the judgement, where that reads the same
 * member. An answer that is judged alone is no item: what a rule asks of other settings first is about these two settings.
 */
export function listRuleScope(entry: RuleEntry): ReadMembers {
  const judged = new Set(listJudgedReads(entry).map((path) => path.join('.')))
  const doubts = readRuleTexts(entry, listDoubtTexts(entry)).filter((path) => !judged.has(path.join('.')))
  return [...readRuleTexts(entry, listScopeTexts(entry)), ...doubts].filter(([root]) => root !== 'body')
}

function listScopeTexts({ where, applies, notApplicable }: RuleEntry): RuleTexts {
  const exemptions = Array.isArray(notApplicable) ? notApplicable : []
  return [where, applies, ...exemptions.map(({ when }) => when)]
}

function listDoubtTexts({ unknown = [] }: RuleEntry): RuleTexts {
  return unknown.map(({ when }) => when)
}

function listJudgedReads(entry: RuleEntry): ReadMembers {
  const { review, pass, gaps = [], count } = entry
  return readRuleTexts(entry, [review?.when, pass, count?.where, count?.distinct, ...gaps.map(({ when }) => when)])
}

type RuleTexts = readonly (string | undefined)[]

function readRuleTexts(entry: RuleEntry, texts: RuleTexts): ReadMembers {
  const roots = listRoots(entry)
  const named = new Map<string, NamedValue>()
  for (const [name, value] of Object.entries(entry.values ?? {})) {
    const own = typeof value === 'string' ? [value] : [value.of, value.otherwise]
    named.set(name, { reads: own.flatMap((text) => readText(text, roots, named)), list: findList(own[0], named) })
  }
  return texts.flatMap((text) => readText(text, roots, named))
}

/** @param used members of a record that a question reads */
export function listInventoryReads(entry: InventoryEntry, used: ReadonlySet<string>): ReadMembers {
  const { where, record, facts = {} } = entry
  const members = Object.entries(record).flatMap(([name, value]) => (used.has(name) ? listMemberTexts(value) : []))
  const own = Object.entries(facts).flatMap(([name, { value }]) => (used.has(name) ? listMemberTexts(value) : []))
  return [where, ...members, ...own].flatMap((text) => readText(text, listRoots(entry), new Map()))
}

/** What decides whether an inventory lists an item, and what it is. */
export function listInventoryScope(entry: InventoryEntry): ReadMembers {
  return listInventoryReads(entry, new Set(['kind', 'status']))
}

function listMemberTexts(value: MemberEntry): readonly string[] {
  if (typeof value === 'string') return [value]
  return 'flags' in value ? value.flags.map(({ when }) => when) : [value.of]
}

/** Names that expressions may use: those of answers, and those of what a person set. */
function listRoots({
  detail,
  let: shared = {},
  for: outer = {},
}: Pick<RuleEntry, 'detail' | 'let' | 'for'>): readonly string[] {
  const own = ['item', 'body', 'counted', 'vars', 'connection', ...Object.keys(shared), ...Object.keys(outer)]
  return detail ? [...own, detail.as] : own
}

interface NamedValue {
  readonly reads: ReadMembers
  /** The list that it is a part of. */
  readonly list: readonly string[] | undefined
}

function readText(
  text: string | undefined,
  roots: readonly string[],
  named: ReadonlyMap<string, NamedValue>,
): ReadMembers {
  const names = Object.fromEntries([...roots, ...named.keys()].map((name) => [name, anyShape]))
  const node = parse(text)
  if (!node) return []
  const { reads } = checkExpression(node, { names, gives: [], has: true })
  return reads.flatMap(([root = '', ...rest]) => {
    const value = named.get(root)
    if (!value) return [[root, ...rest]]
    return [...value.reads, ...(value.list && rest.length > 0 ? [[...value.list, ...rest]] : [])]
  })
}

/** The list of an answer whose items an expression gives, all or some of them. */
function findList(text: string | undefined, named: ReadonlyMap<string, NamedValue>): readonly string[] | undefined {
  let node = parse(text)
  while (node?.op === 'rcall' && node.args[0] === 'filter') node = node.args[1]
  const path = node && readPath(node)
  const [root = '', ...rest] = path ?? []
  const list = named.get(root)?.list
  return list ? [...list, ...rest] : path
}

function parse(text: string | undefined): ExpressionNode | undefined {
  const parsed = text === undefined ? undefined : parseExpression(text)
  return parsed && 'node' in parsed ? parsed.node : undefined
}
