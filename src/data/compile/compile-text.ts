import { findNearest } from '../../text/find-nearest.ts'
import { checkExpression } from '../expressions/check-expression.ts'
import { compileExpression } from '../expressions/compile-expression.ts'
import { parseExpression, readPath } from '../expressions/parse-expression.ts'
import type { Evaluate, ExpressionScope } from '../expressions/scope.ts'
import { Unknown, type ValueOrUnknown } from '../expressions/value.ts'
import type { KnownNames } from './names.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

const placeholder = /\{([^{}]*)\}/g

interface Filling {
  readonly before: string
  readonly evaluate: Evaluate
  /** Its path, for messages. */
  readonly name: string
}

/** A text with `{placeholders}`, ready to be filled. */
export interface TextTemplate {
  readonly fillings: readonly Filling[]
  readonly rest: string
  /** Roots of what it reads. */
  readonly reads: ReadonlySet<string>
}

/**
 * A placeholder with a dot takes a value of an answer, `{item.id}`, or of the connection, `{vars.days}`. One without is a
 * value of the check's own, a credential field, as in `defineConnector`, or the answer itself, `{item}`, in a list of plain texts.
 */
export function compileText(text: string, place: DocumentPath, names: KnownNames, report: ProblemReport): TextTemplate {
  const fillings: Filling[] = []
  const reads = new Set<string>()
  let last = 0
  for (const match of text.matchAll(placeholder)) {
    const written = match[1] ?? ''
    const isItem = names.answers.has(written) && !names.fields.has(written)
    const isPath = /[.[]/.test(written) || names.values?.has(written) || isItem
    const name = isPath ? written : `connection.${written}`
    const evaluate = compilePlaceholder({ written, name, at: match.index + 1 }, place, names, report)
    fillings.push({ before: text.slice(last, match.index), evaluate, name })
    reads.add(name.split(/[.[]/)[0] ?? '')
    last = match.index + match[0].length
  }
  if (/[{}]/.test(text.replace(placeholder, '')))
    report.add(place, 'has a brace without its partner; a placeholder is "{item.id}"')
  return { fillings, rest: text.slice(last), reads }
}

function compilePlaceholder(
  { written, name, at }: { readonly written: string; readonly name: string; readonly at: number },
  place: DocumentPath,
  names: KnownNames,
  report: ProblemReport,
): Evaluate {
  const fail = (message: string) => {
    report.add(place, message, at)
    return () => new Unknown('missing', name)
  }
  if (name !== written && !names.fields.has(written)) {
    const near = findNearest(written, [...names.fields])
    return fail(
      `{${written}} is not a credential field that may be shown; ${near ? `did you mean {${near}}?` : 'a value of an answer has a dot, such as {item.id}'}`,
    )
  }
  const parsed = parseExpression(name)
  if ('problem' in parsed || !readPath(parsed.node)) return fail(`{${written}} must be a path, such as {item.id}`)
  const { problems } = checkExpression(parsed.node, { names: names.shapes, gives: ['text', 'number', 'boolean'] })
  for (const problem of problems) report.add(place, problem.message, at + (name === written ? problem.start : 0))
  return problems.length > 0 ? () => new Unknown('missing', name) : compileExpression(parsed.node)
}

/** For people: what is not known is said to be so. */
export function fillForPeople({ fillings, rest }: TextTemplate, scope: ExpressionScope): string {
  return fillings.map(({ before, evaluate }) => before + formatForPeople(evaluate(scope))).join('') + rest
}

function formatForPeople(answer: ValueOrUnknown): string {
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
    ? String(answer)
    : '(unknown)'
}

/** For a query or a body: the text as it is. */
export function fillValue({ fillings, rest }: TextTemplate, scope: ExpressionScope): string | Unknown {
  return fill({ fillings, rest }, scope, (value) => value)
}

// A server that refuses a longer address may end the connection, which looks as if it could not be reached (RFC 9110 §4.1).
const pathValueLengthMax = 2_000

/**
 * For a path: each value is one segment at most.
 * @returns why there is no path, if a value is missing or would change where the request goes
 */
export function fillPathText({ fillings, rest }: TextTemplate, scope: ExpressionScope): string | Unknown {
  return fill({ fillings, rest }, scope, (value, name, before) => {
    if (value === '') return new Unknown('missing', `${name} is empty, and a request needs it`)
    // URL parsers drop these segments, encoded or not.
    if (!before.includes('?') && /^\.{1,2}$/.test(value)) return new Unknown('range', `${name} is "." or ".."`)
    if (value.length > pathValueLengthMax)
      return new Unknown('range', `${name} is longer than ${pathValueLengthMax} characters`)
    return value.isWellFormed() ? encodeURIComponent(value) : new Unknown('range', `${name} holds half a character`)
  })
}

function fill(
  { fillings, rest }: Pick<TextTemplate, 'fillings' | 'rest'>,
  scope: ExpressionScope,
  encode: (value: string, name: string, before: string) => string | Unknown,
): string | Unknown {
  let text = ''
  for (const { before, evaluate, name } of fillings) {
    text += before
    const value = evaluate(scope)
    if (value instanceof Unknown) return value
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return new Unknown('kind', `${name} is no text`)
    const encoded = encode(String(value), name, text)
    if (encoded instanceof Unknown) return encoded
    text += encoded
  }
  return text + rest
}
