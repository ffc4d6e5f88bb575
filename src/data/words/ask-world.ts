import { type ExpressionNode, readPath } from '../expressions/parse-expression.ts'
import type { Word, World } from './world.ts'

/** What an expression comes to in a world: as much of it as words decide. Undefined is what nobody can tell. */
type WorldValue =
  | { readonly is: 'flag'; readonly value: boolean | undefined }
  | { readonly is: 'number'; readonly value: number | undefined }
  | { readonly is: 'literal'; readonly value: unknown }
  /** A member of the vendor's answer. */
  | { readonly is: 'member'; readonly path: string }
  /** What is left of a list with one item. */
  | { readonly is: 'list'; readonly path: string; readonly isEmpty: boolean | undefined }
  /** Something else, that may be anything. */
  | { readonly is: 'other' }

/** Paths by the names that macros give to items. */
type LocalPaths = Readonly<Record<string, string>>

/** Values of the check, by name. Undefined: it may also be what the file itself says in place of "there is none". */
export type NamedNodes = ReadonlyMap<string, ExpressionNode | undefined>

/** Asks an expression for true or false in a world whose lists have one item. Undefined: nobody can tell. */
export function askFlag(node: ExpressionNode, world: World, named: NamedNodes): boolean | undefined {
  return new Asker(world, named).askFlag(node, {})
}

class Asker {
  readonly #world: World
  readonly #named: NamedNodes

  constructor(world: World, named: NamedNodes) {
    this.#world = world
    this.#named = named
  }

  askFlag(node: ExpressionNode, locals: LocalPaths): boolean | undefined {
    const guess = this.ask(node, locals)
    if (guess.is === 'flag') return guess.value
    // Null, as in "x ? y : null", says that nobody can tell.
    if (guess.is === 'literal') return typeof guess.value === 'boolean' ? guess.value : undefined
    return this.#world.choose(this.#name(node, locals))
  }

  ask(node: ExpressionNode, locals: LocalPaths): WorldValue {
    const path = readPath(node)
    if (path) return this.#askPath(path, locals)
    switch (node.op) {
      case 'value':
        return { is: 'literal', value: node.args }
      case '!_':
        return flag(negate(this.askFlag(node.args, locals)))
      case '&&':
      case '||':
        return flag(
          joinFlags(
            node.args.map((each) => this.askFlag(each, locals)),
            node.op === '||',
          ),
        )
      case '?:': {
        const [condition, yes, no] = node.args
        const chosen = this.askFlag(condition, locals)
        return chosen === undefined ? flag(undefined) : this.ask(chosen ? yes : no, locals)
      }
      case '==':
        return flag(this.#askEqual(node, node.args, locals))
      case '!=':
        return flag(negate(this.#askEqual(node, node.args, locals)))
      case 'in':
        return flag(this.#askIn(node, node.args, locals))
      case '<':
      case '<=':
      case '>':
      case '>=':
        return flag(this.#askOrder(node, node.args, locals))
      case 'call':
        return this.#askCall(node.args[0], node.args[1], locals)
      case 'rcall':
        return this.#askMethod(node, node.args, locals)
      default:
        return { is: 'other' }
    }
  }

  #askPath(path: readonly string[], locals: LocalPaths): WorldValue {
    const [root = '', ...members] = path
    const local = Object.hasOwn(locals, root) ? locals[root] : undefined
    if (local === undefined && this.#named.has(root)) {
      const value = this.#named.get(root)
      return value && members.length === 0 ? this.ask(value, {}) : { is: 'other' }
    }
    return { is: 'member', path: [local ?? root, ...members].join('.') }
  }

  #askEqual(
    node: ExpressionNode,
    [left, right]: readonly [ExpressionNode, ExpressionNode],
    locals: LocalPaths,
  ): boolean | undefined {
    const [one, other] = [this.ask(left, locals), this.ask(right, locals)]
    const [member, literal] = one.is === 'member' ? [one, other] : [other, one]
    const word = member.is === 'member' ? readWord(literal) : undefined
    if (member.is === 'member' && word !== undefined) return this.#world.compareWord(member.path, word)
    return compareNumbers('==', one, other) ?? this.#choosePlain(node, [one, other], locals)
  }

  #askIn(
    node: ExpressionNode,
    [left, right]: readonly [ExpressionNode, ExpressionNode],
    locals: LocalPaths,
  ): boolean | undefined {
    const member = this.ask(left, locals)
    if (right.op === 'list' && member.is === 'member') {
      const words = right.args.flatMap((each) => readWord(this.ask(each, locals)) ?? [])
      // Beside words there may be a variable: the operator's own word.
      if (words.length > 0)
        return joinFlags(
          words.map((word) => this.#world.compareWord(member.path, word)),
          true,
        )
    }
    const list = this.ask(right, locals)
    const word = readWord(member)
    if (word !== undefined && list.is === 'member') return this.#world.compareWord(`${list.path}[]`, word)
    return this.#choosePlain(node, [member, list], locals)
  }

  #askOrder(
    node: ExpressionNode & { readonly op: '<' | '<=' | '>' | '>=' },
    [left, right]: readonly [ExpressionNode, ExpressionNode],
    locals: LocalPaths,
  ): boolean | undefined {
    const [one, other] = [this.ask(left, locals), this.ask(right, locals)]
    for (const side of [one, other]) if (side.is === 'member') this.#world.measure(side.path)
    return compareNumbers(node.op, one, other) ?? this.#choosePlain(node, [one, other], locals)
  }

  /** What is not about words may have any outcome, unless a side of it cannot be told. */
  #choosePlain(node: ExpressionNode, sides: readonly WorldValue[], locals: LocalPaths): boolean | undefined {
    const isOpen = sides.some((side) => 'value' in side && side.value === undefined)
    return isOpen ? undefined : this.#world.choose(this.#name(node, locals))
  }

  #askCall(name: string, args: readonly ExpressionNode[], locals: LocalPaths): WorldValue {
    const [first] = args
    if (!first) return { is: 'other' }
    if (name === 'has') return flag(this.#world.hasMember(this.#name(first, locals)))
    if (name === 'lower' || name === 'string') return this.ask(first, locals)
    if (name !== 'size') return { is: 'other' }
    const list = this.ask(first, locals)
    if (list.is !== 'list') return { is: 'other' }
    return { is: 'number', value: list.isEmpty === undefined ? undefined : Number(!list.isEmpty) }
  }

  #askMethod(
    node: ExpressionNode,
    [name, subject, args]: readonly [string, ExpressionNode, readonly ExpressionNode[]],
    locals: LocalPaths,
  ): WorldValue {
    const [item, body] = args
    const list = this.ask(subject, locals)
    if (!['exists', 'exists_one', 'all', 'filter'].includes(name) || item?.op !== 'id' || !body) return { is: 'other' }
    if (list.is !== 'list' && list.is !== 'member')
      return name === 'filter' ? { is: 'other' } : flag(this.#world.choose(this.#name(node, locals)))
    const path = list.is === 'list' ? list.path : `${list.path}[]`
    const isEmpty = list.is === 'list' ? list.isEmpty : false
    const isTrue =
      isEmpty === false
        ? this.askFlag(body, { ...locals, [item.args]: path })
        : isEmpty && name !== 'all'
          ? false
          : undefined
    return name === 'filter' ? { is: 'list', path, isEmpty: negate(isTrue) } : flag(isTrue)
  }

  /** The same text for what is the same in a world, whatever macros call it. */
  #name(node: unknown, locals: LocalPaths): string {
    if (Array.isArray(node)) return `(${node.map((each) => this.#name(each, locals)).join()})`
    if (typeof node !== 'object' || node === null) return String(node)
    const { op, args } = node as ExpressionNode
    const path = readPath(node as ExpressionNode)
    const guess = path && this.#askPath(path, locals)
    if (guess?.is === 'member') return guess.path
    return path ? path.join('.') : `${op}${this.#name(args, locals)}`
  }
}

function flag(value: boolean | undefined): WorldValue {
  return { is: 'flag', value }
}

function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}

/** `&&` and `||`: one side that decides is enough. */
function joinFlags(values: readonly (boolean | undefined)[], deciding: boolean): boolean | undefined {
  if (values.includes(deciding)) return deciding
  return values.includes(undefined) ? undefined : !deciding
}

const orders = {
  '==': (a: number, b: number) => a === b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
}

function compareNumbers(order: keyof typeof orders, left: WorldValue, right: WorldValue): boolean | undefined {
  const [a, b] = [readNumber(left), readNumber(right)]
  return a === undefined || b === undefined ? undefined : orders[order](a, b)
}

/** A text, or a number. */
function readWord(guess: WorldValue): Word | undefined {
  return guess.is === 'literal' && typeof guess.value === 'string' ? guess.value : readLiteralNumber(guess)
}

function readNumber(guess: WorldValue): number | undefined {
  return guess.is === 'number' ? guess.value : readLiteralNumber(guess)
}

function readLiteralNumber(guess: WorldValue): number | undefined {
  const isNumber = guess.is === 'literal' && (typeof guess.value === 'number' || typeof guess.value === 'bigint')
  return isNumber ? Number(guess.value) : undefined
}
