import { type ExpressionNode, parseExpression, readPath } from '../../../data/expressions/parse-expression.ts'
import type { MutantKind } from './mutant.ts'
import type { Vocabulary } from './vocabulary.ts'
import { writeExpression, writeLiteral } from './write-expression.ts'

/** An expression with one deliberate mistake. */
export interface ExpressionMutant {
  readonly kind: MutantKind
  readonly text: string
  /** The part that differs, before and after. */
  readonly from: string
  readonly to: string
}

/**
 * Every deliberate mistake in an expression.
 * @param isCondition whether it says true or false
 */
export function listExpressionMutants(text: string, isCondition: boolean, vocabulary: Vocabulary): ExpressionMutant[] {
  const parsed = parseExpression(text)
  if ('problem' in parsed) return []
  const root = parsed.node
  const mutants: ExpressionMutant[] = []
  const add: AddMutant = (kind, node, to) =>
    mutants.push({
      kind,
      from: writeExpression(node),
      to,
      text: writeExpression(root, (each) => (each === node ? to : undefined)),
    })
  const holders = new Map<string, string>()
  visit(root, isCondition, (node, isFlag) => {
    if (node.op === 'rcall' && node.args[2][0]?.op === 'id') {
      const list = findMember(node.args[1])
      if (list !== '') holders.set(node.args[2][0].args, list)
    }
    if (isFlag) negate(node, add)
    change(node, add, {
      ...vocabulary,
      wordsOf: (member, holder) => vocabulary.wordsOf(member, holder && (holders.get(holder) ?? holder)),
    })
  })
  return mutants
}

type AddMutant = (kind: MutantKind, node: ExpressionNode, to: string) => void

/** Visits each part, and tells whether it says true or false by its place. */
function visit(node: ExpressionNode, isFlag: boolean, see: (node: ExpressionNode, isFlag: boolean) => void): void {
  see(node, isFlag)
  switch (node.op) {
    case '&&':
    case '||':
      for (const side of node.args) visit(side, true, see)
      break
    case '!_':
      // Turning it would be the same as turning what it denies.
      visit(node.args, false, see)
      break
    case '?:':
      visit(node.args[0], true, see)
      visit(node.args[1], isFlag, see)
      visit(node.args[2], isFlag, see)
      break
    case 'rcall': {
      const [name, subject, args] = node.args
      visit(subject, false, see)
      const isPredicate = ['all', 'exists', 'exists_one', 'filter'].includes(name)
      for (const [index, arg] of args.entries())
        if (!(index === 0 && args.length > 1 && arg.op === 'id'))
          visit(arg, isPredicate && index === args.length - 1, see)
      break
    }
    case 'call':
      if (node.args[0] !== 'has') for (const arg of node.args[1]) visit(arg, false, see)
      break
    case 'list':
      break
    case '.':
    case '-_':
      if (!readPath(node)) visit(node.op === '.' ? node.args[0] : node.args, false, see)
      break
    case 'value':
    case 'id':
    case 'map':
    case '.?':
    case '[?]':
      break
    case '[]':
      visit(node.args[0], false, see)
      break
    default:
      for (const side of node.args) visit(side, false, see)
  }
}

/** What has && or || in it is turned by the mistakes of these. */
function negate(node: ExpressionNode, add: AddMutant): void {
  if (node.op === '!_') add('negate', node, writeExpression(node.args))
  else if (node.op !== '&&' && node.op !== '||' && node.op !== '?:' && node.op !== 'value')
    add('negate', node, `!(${writeExpression(node)})`)
}

const bounds: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const twins: Readonly<Record<string, readonly string[]>> = {
  exists: ['all'],
  all: ['exists'],
  startsWith: ['contains'],
  endsWith: ['contains'],
  contains: ['startsWith'],
  age: ['remaining'],
  remaining: ['age'],
}

function change(node: ExpressionNode, add: AddMutant, vocabulary: Vocabulary): void {
  switch (node.op) {
    case '&&':
    case '||': {
      const [left, right] = node.args.map((side) => `(${writeExpression(side)})`) as [string, string]
      add('and-or', node, `${left} ${node.op === '&&' ? '||' : '&&'} ${right}`)
      add('dropped-part', node, left)
      add('dropped-part', node, right)
      return
    }
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [left, right] = node.args.map((side) => `(${writeExpression(side)})`) as [string, string]
      add('bound', node, `${left} ${bounds[node.op]} ${right}`)
      for (const side of node.args)
        if (side.op === 'value' && typeof side.args !== 'boolean') add('bound', side, String(Number(side.args) + 1))
      return
    }
    case '==':
    case '!=':
      changeEquality(node.args, add, vocabulary)
      return
    case 'in':
      changeWords(node.args[0], node.args[1], add, vocabulary)
      return
    case '?:':
      add('default', node, writeExpression(node.args[1]))
      add('default', node, writeExpression(node.args[2]))
      for (const side of [node.args[1], node.args[2]])
        if (side.op === 'value' && typeof side.args === 'boolean') add('default', side, String(!side.args))
      return
    case '.':
      changeMember(node, add, vocabulary)
      return
    case 'call':
      changeCall(node, node.args[0], node.args[1], add)
      return
    case 'rcall':
      changeMethod(node, node.args, add)
      return
    default:
  }
}

function changeEquality(
  [left, right]: readonly [ExpressionNode, ExpressionNode],
  add: AddMutant,
  { wordsOf }: Vocabulary,
): void {
  const [path, literal] = left.op === 'value' ? [right, left] : [left, right]
  if (literal.op !== 'value' || typeof literal.args !== 'string') return
  for (const word of wordsOf(findMember(path), findHolder(path)))
    if (word !== literal.args) add('word', literal, writeLiteral(word))
}

function changeWords(path: ExpressionNode, list: ExpressionNode, add: AddMutant, { wordsOf }: Vocabulary): void {
  if (list.op !== 'list') return
  changeItems(list, add)
  const items = list.args.map((item) => writeExpression(item))
  for (const word of wordsOf(findMember(path), findHolder(path)).map(writeLiteral))
    if (!items.includes(word)) add('word', list, `[${[...items, word].join(', ')}]`)
}

/** Each item of a list left out. */
function changeItems(list: ExpressionNode & { readonly op: 'list' }, add: AddMutant): void {
  if (list.args.length < 2) return
  const items = list.args.map((item) => writeExpression(item))
  for (const index of items.keys()) add('word', list, `[${items.toSpliced(index, 1).join(', ')}]`)
}

function changeMember(node: ExpressionNode & { readonly op: '.' }, add: AddMutant, { siblingsOf }: Vocabulary): void {
  const [holder, member] = node.args
  for (const sibling of siblingsOf(member)) add('sibling', node, `${writeExpression(holder)}.${sibling}`)
}

function changeCall(node: ExpressionNode, name: string, args: readonly ExpressionNode[], add: AddMutant): void {
  const written = args.map((arg) => writeExpression(arg)).join(', ')
  if (name === 'lower') add('dropped-function', node, written)
  for (const twin of twins[name] ?? []) add('function', node, `${twin}(${written})`)
}

function changeMethod(
  node: ExpressionNode,
  [name, subject, args]: readonly [string, ExpressionNode, readonly ExpressionNode[]],
  add: AddMutant,
): void {
  const [before, written] = [`(${writeExpression(subject)})`, args.map((arg) => writeExpression(arg)).join(', ')]
  if (name === 'filter') add('dropped-filter', node, before)
  for (const twin of twins[name] ?? []) add('function', node, `${before}.${twin}(${written})`)
  if (subject.op === 'list') changeItems(subject, add)
}

/** Where it stands: a member before it, or the name that an item has. */
function findHolder(node: ExpressionNode): string | undefined {
  if (node.op === 'call') return node.args[1][0] && findHolder(node.args[1][0])
  return readPath(node)?.at(-2)
}

/** The member whose words are compared, or the list whose items are looked at. */
function findMember(node: ExpressionNode): string {
  if (node.op === 'call') return node.args[1][0] ? findMember(node.args[1][0]) : ''
  if (node.op === 'rcall') return findMember(node.args[1])
  return readPath(node)?.at(-1) ?? ''
}
