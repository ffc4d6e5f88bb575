import { findNearest } from '../../text/find-nearest.ts'
import { expressionFunctions } from './functions.ts'
import { isMacro, macroDepthMax } from './macros.ts'
import { type ExpressionNode, type ExpressionProblem, readPath } from './parse-expression.ts'
import { anyShape, booleanShape, mayBe, numberShape, type Shape, textShape } from './shape.ts'
import { type Kind, nameKind } from './value.ts'

export interface ExpressionRules {
  /** Names that it may use, with what is known of them. */
  readonly names: Readonly<Record<string, Shape>>
  /** Kinds that its value may have. */
  readonly gives: readonly Kind[]
  /** `has(…)` asks whether a member is there. Where a verdict rests on it, an absent member would decide. @default false */
  readonly has?: boolean
  /** `a ? b : c`. Where a word is chosen, an unknown word would become the last one. @default true */
  readonly choice?: boolean
}

export interface CheckedExpression {
  readonly problems: readonly ExpressionProblem[]
  /** What it reads: `['item', 'profile', 'email']`. */
  readonly reads: readonly (readonly string[])[]
  readonly shape: Shape
  /** It asks by `has(…)` whether a member is there. */
  readonly asksPresence: boolean
}

/** Finds what is wrong with an expression before there is any data, and tells what it reads. */
export function checkExpression(node: ExpressionNode, rules: ExpressionRules): CheckedExpression {
  const checker = new Checker(rules)
  const shape = checker.check(node, [])
  if (checker.problems.length === 0 && !mayBe(shape, ...rules.gives))
    checker.report(node, `gives ${nameKinds(shape.kinds ?? [])}, and ${nameKinds(rules.gives)} is needed here`)
  return { problems: checker.problems, reads: [...checker.reads.values()], shape, asksPresence: checker.asksPresence }
}

interface Local {
  readonly name: string
  readonly shape: Shape
  /** Path of the list that it is an item of; undefined where it is none. */
  readonly path: readonly string[] | undefined
}

class Checker {
  readonly problems: ExpressionProblem[] = []
  asksPresence = false
  readonly reads = new Map<string, readonly string[]>()
  readonly #rules: ExpressionRules

  constructor(rules: ExpressionRules) {
    this.#rules = rules
  }

  report({ start, end }: ExpressionNode, message: string): Shape {
    this.problems.push({ message, start, end })
    return anyShape
  }

  check(node: ExpressionNode, locals: readonly Local[]): Shape {
    switch (node.op) {
      case 'value':
        return this.#checkLiteral(node)
      case 'id':
      case '.':
        return this.#checkPath(node, locals)
      case '[]':
        return readPath(node) ? this.#checkPath(node, locals) : this.#checkIndex(node, node.args, locals)
      case '!_':
        return this.#demand(node.args, locals, ['boolean'], '"!"') && booleanShape
      case '-_':
        return this.#demand(node.args, locals, ['number'], '"-"') && numberShape
      case '&&':
      case '||':
        for (const side of node.args) this.#demand(side, locals, ['boolean'], `"${node.op}"`)
        return booleanShape
      case '?:':
        return this.#checkChoice(node, node.args, locals)
      case '==':
      case '!=':
        return this.#checkEquality(node, node.args, locals)
      case '<':
      case '<=':
      case '>':
      case '>=':
        for (const side of node.args) this.#demand(side, locals, ['number'], `"${node.op}"`)
        return booleanShape
      case '-':
      case '*':
      case '/':
      case '%':
        for (const side of node.args) this.#demand(side, locals, ['number'], `"${node.op}"`)
        return numberShape
      case '+':
        return this.#checkPlus(node, node.args, locals)
      case 'in':
        this.check(node.args[0], locals)
        this.#demand(node.args[1], locals, ['list'], 'the right side of "in"')
        return booleanShape
      case 'list':
        for (const item of node.args) this.check(item, locals)
        return { kinds: ['list'] }
      case 'call':
        return this.#checkCall(node, node.args[0], node.args[1], locals)
      case 'rcall':
        return this.#checkMethod(node, node.args, locals)
      default:
        return this.report(node, `uses ${node.op === 'map' ? 'an object' : `"${node.op}"`}, which has no meaning here`)
    }
  }

  #checkLiteral(node: ExpressionNode & { readonly op: 'value' }): Shape {
    const value: unknown = node.args
    if (typeof value === 'bigint') {
      const isExact = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
      return isExact
        ? numberShape
        : this.report(node, "is a number above 2^53; the vendor's is read as text, so write it in quotes")
    }
    if (typeof value === 'number') return numberShape
    if (typeof value === 'boolean') return booleanShape
    if (typeof value === 'string') return textShape
    if (value === null) return { kinds: ['null'] }
    return this.report(node, 'is a form of value that has no meaning here (write 5, 0.5, "text", true or null)')
  }

  /** A name with its members, as far as a shape knows them. */
  #checkPath(node: ExpressionNode, locals: readonly Local[]): Shape {
    const path = readPath(node)
    if (!path) {
      const [subject, name] = node.args as [ExpressionNode, string]
      return this.#readMember(node, this.#demand(subject, locals, ['object'], `".${name}"`), name)
    }
    const [root = '', ...members] = path
    const local = locals.findLast(({ name }) => name === root)
    const shape = local?.shape ?? (Object.hasOwn(this.#rules.names, root) ? this.#rules.names[root] : undefined)
    if (!shape) return this.#reportName(node, root, locals)
    if (!local) this.#note(path)
    else if (local.path) this.#note([...local.path, ...members])
    return members.reduce<Shape>((shape, member) => this.#readMember(node, shape, member), shape)
  }

  #note(path: readonly string[]): void {
    this.reads.set(path.join('\0'), path)
  }

  #reportName(node: ExpressionNode, root: string, locals: readonly Local[]): Shape {
    const known = [...locals.map(({ name }) => name), ...Object.keys(this.#rules.names)]
    const near = findNearest(root, known)
    return this.report(
      node,
      `"${root}" stands for nothing here; ${near ? `did you mean "${near}"?` : `you can use ${known.join(', ')}`}`,
    )
  }

  #readMember(node: ExpressionNode, shape: Shape, member: string): Shape {
    if (!mayBe(shape, 'object')) return this.report(node, `reads "${member}" of ${nameKinds(shape.kinds ?? [])}`)
    const known = shape.members?.get(member)
    if (known) return known()
    if (!shape.isClosed || !shape.members) return anyShape
    const names = [...shape.members.keys()]
    const near = findNearest(member, names)
    const hint =
      near === undefined ? `it has ${names.slice(0, namesMax).join(', ') || 'no members'}` : `did you mean "${near}"?`
    return this.report(node, `reads "${member}", which is not there; ${hint}`)
  }

  #checkIndex(
    node: ExpressionNode,
    [subject, index]: readonly [ExpressionNode, ExpressionNode],
    locals: readonly Local[],
  ): Shape {
    const shape = this.#demand(subject, locals, ['list', 'object'], '"[ ]"')
    this.#demand(index, locals, ['number', 'text'], 'what stands in "[ ]"')
    return index.op === 'value' && typeof index.args === 'string'
      ? this.#readMember(node, shape, index.args)
      : (shape.item?.() ?? anyShape)
  }

  #demand(node: ExpressionNode, locals: readonly Local[], kinds: readonly Kind[], place: string): Shape {
    const shape = this.check(node, locals)
    return mayBe(shape, ...kinds)
      ? shape
      : this.report(node, `is ${nameKinds(shape.kinds ?? [])}, and ${place} takes ${nameKinds(kinds)}`)
  }

  #checkChoice(node: ExpressionNode, [condition, yes, no]: readonly ExpressionNode[], locals: readonly Local[]): Shape {
    if (this.#rules.choice === false)
      return this.report(
        node,
        'chooses a word by "? :", so an unknown one would become the last; name all words under "words"',
      )
    this.#demand(condition as ExpressionNode, locals, ['boolean'], 'what stands before "?"')
    const shapes = [yes, no].map((each) => this.check(each as ExpressionNode, locals))
    const kinds = shapes.flatMap(({ kinds: each }) => each ?? [])
    return shapes.every(({ kinds: each }) => each) ? { kinds: [...new Set(kinds)] } : anyShape
  }

  #checkEquality(
    node: ExpressionNode,
    sides: readonly [ExpressionNode, ExpressionNode],
    locals: readonly Local[],
  ): Shape {
    const shapes = sides.map((side) => this.check(side, locals))
    const [left, right] = shapes as [Shape, Shape]
    const asksForNull = sides.some(({ op, args }) => op === 'value' && args === null)
    const common = left.kinds?.filter((kind) => right.kinds === undefined || right.kinds.includes(kind)) ?? right.kinds
    if (!asksForNull && left.kinds && right.kinds && common?.length === 0)
      return this.report(
        node,
        `compares ${nameKinds(left.kinds)} with ${nameKinds(right.kinds)}, which are never equal`,
      )
    if (!asksForNull && shapes.some(({ kinds }) => kinds?.length === 1 && kinds[0] === 'object'))
      return this.report(node, 'compares objects; compare their members')
    return booleanShape
  }

  #checkPlus(node: ExpressionNode, sides: readonly [ExpressionNode, ExpressionNode], locals: readonly Local[]): Shape {
    const [left, right] = sides.map((side) => this.#demand(side, locals, ['number', 'text'], '"+"')) as [Shape, Shape]
    if (left.kinds && right.kinds && !left.kinds.some((kind) => right.kinds?.includes(kind)))
      return this.report(
        node,
        `adds ${nameKinds(left.kinds)} and ${nameKinds(right.kinds)}; write string(…) for text of a number`,
      )
    return left.kinds ? left : right.kinds ? right : { kinds: ['number', 'text'] }
  }

  #checkCall(node: ExpressionNode, name: string, args: readonly ExpressionNode[], locals: readonly Local[]): Shape {
    if (name === 'has') return this.#checkHas(node, args, locals)
    const called = expressionFunctions.get(name)
    if (!called || called.isMethod) return this.#reportFunction(node, name, called?.usage)
    return this.#checkArguments(node, called, args, locals)
  }

  #checkHas(node: ExpressionNode, args: readonly ExpressionNode[], locals: readonly Local[]): Shape {
    this.asksPresence = true
    if (this.#rules.has !== true)
      return this.report(
        node,
        'uses has(…), so a member that the vendor leaves out would decide; use it in "applies", "where", "unknown", "review" and "evidence"',
      )
    const [member] = args
    if (args.length !== 1 || (member?.op !== '.' && member?.op !== '[]'))
      return this.report(node, 'has(…) takes one member, such as has(item.email)')
    this.check(member, locals)
    return booleanShape
  }

  #checkMethod(
    node: ExpressionNode,
    [name, subject, args]: readonly [string, ExpressionNode, readonly ExpressionNode[]],
    locals: readonly Local[],
  ): Shape {
    if (isMacro(name)) return this.#checkMacro(node, [name, subject, args], locals)
    if (name === 'matches')
      return this.report(
        node,
        'uses matches(…); regular expressions have no place here: use startsWith, endsWith, contains, domain or lower',
      )
    const called = expressionFunctions.get(name)
    if (!called?.isMethod) return this.#reportFunction(node, name, called?.usage)
    return this.#checkArguments(node, called, [subject, ...args], locals)
  }

  #checkArguments(
    node: ExpressionNode,
    {
      usage,
      takes,
      gives,
    }: { readonly usage: string; readonly takes: readonly (readonly Kind[])[]; readonly gives: Kind },
    args: readonly ExpressionNode[],
    locals: readonly Local[],
  ): Shape {
    if (args.length !== takes.length) return this.report(node, `has the wrong number of values; write ${usage}`)
    for (const [index, arg] of args.entries()) this.#demand(arg, locals, takes[index] ?? [], usage)
    return { kinds: [gives] }
  }

  #reportFunction(node: ExpressionNode, name: string, usage: string | undefined): Shape {
    if (usage !== undefined) return this.report(node, `write ${usage}`)
    const near = findNearest(name, [...expressionFunctions.keys(), 'all', 'exists', 'filter', 'map', 'has'])
    const known = [...expressionFunctions.values()].map(({ usage: each }) => each).join(', ')
    return this.report(
      node,
      `there is no function "${name}"; ${near ? `did you mean "${near}"?` : `you can use ${known}`}`,
    )
  }

  #checkMacro(
    node: ExpressionNode,
    [name, subject, args]: readonly [string, ExpressionNode, readonly ExpressionNode[]],
    locals: readonly Local[],
  ): Shape {
    const list = this.#demand(subject, locals, ['list'], name)
    const [item, body] = args
    if (args.length !== 2 || item?.op !== 'id' || !body)
      return this.report(node, `write list.${name}(each, …) with a name for each item`)
    if (locals.length >= macroDepthMax)
      return this.report(
        node,
        `stands within ${macroDepthMax} others of its kind; that many lists in each other take too long`,
      )
    if (Object.hasOwn(this.#rules.names, item.args))
      return this.report(item, `"${item.args}" already stands for something else`)
    const local = {
      name: item.args,
      shape: list.item?.() ?? anyShape,
      path: readPath(subject) && this.#resolve(readPath(subject) ?? [], locals),
    }
    const inner = [...locals, local]
    if (name === 'map') return { kinds: ['list'], item: constant(this.check(body, inner)) }
    this.#demand(body, inner, ['boolean'], name)
    return name === 'filter' ? list : booleanShape
  }

  /** A path from a name of the expression, without the names that macros have given. */
  #resolve([root, ...members]: readonly string[], locals: readonly Local[]): readonly string[] | undefined {
    const local = locals.findLast(({ name }) => name === root)
    if (!local) return [root ?? '', ...members]
    return local.path && [...local.path, ...members]
  }
}

const namesMax = 20

function constant<T>(value: T): () => T {
  return () => value
}

function nameKinds(kinds: readonly Kind[]): string {
  return kinds.map(nameKind).join(' or ')
}
