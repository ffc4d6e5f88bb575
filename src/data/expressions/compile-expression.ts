import { callFunction, expressionFunctions } from './functions.ts'
import { compileMacro, isMacro } from './macros.ts'
import { evaluateWithinBudget } from './meter.ts'
import {
  add,
  calculate,
  compareEqual,
  compareNumbers,
  createKindUnknown,
  findIn,
  findUnknown,
  isKnown,
} from './operators.ts'
import { type ExpressionNode, readPath } from './parse-expression.ts'
import type { Evaluate, ExpressionScope } from './scope.ts'
import { Unknown, type Value, type ValueOrUnknown } from './value.ts'

/** Names that macros have given to items, the innermost last. */
type MacroNames = readonly string[]

/**
 * Makes a function of an expression. It never throws: what cannot be told is an `Unknown`. The expression has been checked
 * (`check-expression.ts`), so an unknown name or operator is a programmer's mistake.
 */
export function compileExpression(node: ExpressionNode): Evaluate {
  const evaluate = compilePart(node, [])
  return (scope) => evaluateWithinBudget(() => evaluate(scope))
}

/** A part of an expression. It never throws either, but for the end of the budget. */
function compilePart(node: ExpressionNode, locals: MacroNames): Evaluate {
  const evaluate = compileNode(node, locals)
  return (scope) => {
    scope.meter.spend(1)
    return evaluate(scope)
  }
}

function compileNode(node: ExpressionNode, locals: MacroNames): Evaluate {
  const compile = (each: ExpressionNode) => compilePart(each, locals)
  switch (node.op) {
    case 'value': {
      const value = typeof node.args === 'bigint' ? Number(node.args) : (node.args as Value)
      return () => value
    }
    case 'id':
      return compileName(node.args, locals)
    case '.':
      return compileMemberAccess(compile(node.args[0]), node.args[1], node)
    case '[]':
      return compileIndex(compile(node.args[0]), compile(node.args[1]), node)
    case '!_':
      return mapKnown(compile(node.args), (value) =>
        typeof value === 'boolean' ? !value : createKindUnknown('what "!" turns around', 'true or false', value),
      )
    case '-_':
      return mapKnown(compile(node.args), (value) => calculate(0, value, (zero, number) => zero - number))
    case '&&':
      return compileLogic(compile(node.args[0]), compile(node.args[1]), false)
    case '||':
      return compileLogic(compile(node.args[0]), compile(node.args[1]), true)
    case '?:':
      return compileChoice(node.args.map(compile))
    case '==':
    case '!=':
      return compileEquality(node.args, node.op === '==', compile)
    case 'list':
      return compileListLiteral(node.args.map(compile))
    case 'call':
      if (node.args[0] === 'has') return compileHas(node.args[1][0] as ExpressionNode, compile)
      return compileCall(node.args[0], node.args[1].map(compile))
    case 'rcall': {
      const [name, subject, args] = node.args
      return isMacro(name)
        ? compileMacro(name, {
            list: compile(subject),
            ask: compilePart(args[1] as ExpressionNode, [...locals, args[0]?.args as string]),
            depth: locals.length,
            path: describeNode(subject),
          })
        : compileCall(name, [subject, ...args].map(compile))
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compileOperator(node.op, compile(node.args[0]), compile(node.args[1]))
    default:
      throw new TypeError(`compileExpression: "${node.op}" is no operator of expressions`)
  }
}

/**
 * Whether a member is absent from an object that is there. An object that is itself missing says nothing of its members.
 * Undefined for an expression that is neither a member nor a function of one: `lower(item.status)`.
 */
export function compileAbsence(node: ExpressionNode): ((scope: ExpressionScope) => boolean) | undefined {
  if (node.op === 'call' && node.args[0] !== 'has' && node.args[1].length === 1)
    return compileAbsence(node.args[1][0] as ExpressionNode)
  if (readPath(node) === undefined || (node.op !== '.' && node.op !== '[]')) return undefined
  const holder = compileExpression(node.args[0])
  const member = compileExpression(node)
  return (scope) => {
    if (!isKnown(holder(scope))) return false
    const value = member(scope)
    return value instanceof Unknown && value.code === 'missing'
  }
}

/** How a message calls a part of an expression: its path, or nothing that the vendor wrote. */
function describeNode(node: ExpressionNode): string {
  return readPath(node)?.join('.') ?? 'a value'
}

function compileName(name: string, locals: MacroNames): Evaluate {
  const index = locals.lastIndexOf(name)
  if (index >= 0) return ({ items }) => items[index] as Value
  return ({ names }) => {
    const value = names[name]
    // Null is a value: what a request gives for "there is none".
    return value === undefined ? new Unknown('missing', `${name} is missing`) : value
  }
}

function compileMemberAccess(subject: Evaluate, name: string, node: ExpressionNode): Evaluate {
  const path = describeNode(node)
  return mapKnown(subject, (value) => readMemberValue(value, name, path))
}

function readMemberValue(value: Value, name: string, path: string): ValueOrUnknown {
  if (value === null) return new Unknown('null', `what holds ${path} is null`)
  if (typeof value !== 'object' || Array.isArray(value))
    return createKindUnknown(`what holds ${path}`, 'an object', value)
  const member = Object.hasOwn(value, name) ? (value as Readonly<Record<string, Value>>)[name] : undefined
  return member === undefined ? new Unknown('missing', `${path} is missing`) : member
}

function compileIndex(subject: Evaluate, index: Evaluate, node: ExpressionNode): Evaluate {
  const path = describeNode(node)
  return join(subject, index, (value, at) => {
    if (typeof at === 'string') return readMemberValue(value, at, path)
    if (!Array.isArray(value)) return createKindUnknown('what [ ] reads from', 'a list', value)
    if (typeof at !== 'number') return createKindUnknown('what stands in [ ]', 'a number or text', at)
    const item: Value | undefined = value[at]
    return item === undefined ? new Unknown('missing', 'a list has no item at that place') : item
  })
}

/** `&&` and `||`: one side that decides is enough, whatever the other says. */
function compileLogic(left: Evaluate, right: Evaluate, deciding: boolean): Evaluate {
  const read = (evaluate: Evaluate, scope: ExpressionScope): boolean | Unknown => {
    const value = evaluate(scope)
    if (!isKnown(value) || typeof value === 'boolean') return value
    return createKindUnknown(`a side of "${deciding ? '||' : '&&'}"`, 'true or false', value)
  }
  return (scope) => {
    const first = read(left, scope)
    if (first === deciding) return deciding
    const second = read(right, scope)
    if (second === deciding) return deciding
    return findUnknown(first, second) ?? second
  }
}

function compileChoice([condition, yes, no]: readonly Evaluate[]): Evaluate {
  return (scope) => {
    const value = condition?.(scope) as ValueOrUnknown
    if (value === true) return yes?.(scope) as ValueOrUnknown
    if (value === false) return no?.(scope) as ValueOrUnknown
    if (isKnown(value)) return createKindUnknown('what stands before "?"', 'true or false', value)
    return value.code === 'empty' ? (findUnknown(value, yes?.(scope) ?? value, no?.(scope) ?? value) ?? value) : value
  }
}

const isNull = (node: ExpressionNode) => node.op === 'value' && node.args === null

function compileEquality(
  [left, right]: readonly [ExpressionNode, ExpressionNode],
  isWanted: boolean,
  compile: (node: ExpressionNode) => Evaluate,
): Evaluate {
  // Asking for null by its name is the one comparison that null may stand in.
  if (isNull(left) || isNull(right)) {
    const other = compile(isNull(left) ? right : left)
    return mapKnown(other, (value) => (value === null) === isWanted)
  }
  const [first, second] = [compile(left), compile(right)]
  return (scope) => {
    const [a, b] = [first(scope), second(scope)]
    if (!isKnown(a) || !isKnown(b)) return findUnknown(a, b) as Unknown
    const isEqual = compareEqual(a, b, scope.meter)
    return typeof isEqual === 'boolean' ? isEqual === isWanted : isEqual
  }
}

function compileListLiteral(items: readonly Evaluate[]): Evaluate {
  return (scope) => {
    const values = items.map((item) => item(scope))
    return findUnknown(...values) ?? (values as Value[])
  }
}

/** Absent and null are not there. Anything else that stands in the way is unknown. */
function compileHas(node: ExpressionNode, compile: (node: ExpressionNode) => Evaluate): Evaluate {
  const member = compile(node)
  const holder = node.op === '.' ? compile(node.args[0]) : undefined
  return (scope) => {
    const container = holder?.(scope)
    if (container instanceof Unknown) return container
    const value = member(scope)
    if (isKnown(value)) return value !== null
    return value.code === 'missing' ? false : value
  }
}

function compileCall(name: string, args: readonly Evaluate[]): Evaluate {
  const called = expressionFunctions.get(name)
  if (!called) throw new TypeError(`compileExpression: "${name}" is no function of expressions`)
  return (scope) =>
    callFunction(
      called,
      args.map((arg) => arg(scope)),
      scope,
    )
}

function compileOperator(op: string, left: Evaluate, right: Evaluate): Evaluate {
  const operate = operators[op] as (left: Value, right: Value, scope: ExpressionScope) => ValueOrUnknown
  return (scope) => {
    const [a, b] = [left(scope), right(scope)]
    return isKnown(a) && isKnown(b) ? operate(a, b, scope) : (findUnknown(a, b) as Unknown)
  }
}

const operators: Readonly<Record<string, (left: Value, right: Value, scope: ExpressionScope) => ValueOrUnknown>> = {
  '<': (a, b) => compareNumbers(a, b, (left, right) => left < right),
  '<=': (a, b) => compareNumbers(a, b, (left, right) => left <= right),
  '>': (a, b) => compareNumbers(a, b, (left, right) => left > right),
  '>=': (a, b) => compareNumbers(a, b, (left, right) => left >= right),
  in: (a, b, { meter }) => findIn(a, b, meter),
  '+': (a, b, { meter }) => add(a, b, meter),
  '-': (a, b) => calculate(a, b, (left, right) => left - right),
  '*': (a, b) => calculate(a, b, (left, right) => left * right),
  '/': (a, b) => calculate(a, b, (left, right) => left / right),
  '%': (a, b) => calculate(a, b, (left, right) => left % right),
}

function mapKnown(evaluate: Evaluate, change: (value: Value) => ValueOrUnknown): Evaluate {
  return (scope) => {
    const value = evaluate(scope)
    return isKnown(value) ? change(value) : value
  }
}

function join(left: Evaluate, right: Evaluate, change: (left: Value, right: Value) => ValueOrUnknown): Evaluate {
  return (scope) => {
    const [a, b] = [left(scope), right(scope)]
    return isKnown(a) && isKnown(b) ? change(a, b) : (findUnknown(a, b) as Unknown)
  }
}
