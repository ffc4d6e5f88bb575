import { isWithinRange, parseTime } from '../../define/index.ts'
import type { ExpressionFunction, FunctionContext } from './expression-function.ts'
import { meaningFunctions } from './meaning-functions.ts'
import type { Meter } from './meter.ts'
import { createKindUnknown, findUnknown } from './operators.ts'
import { type Kind, Unknown, type Value, type ValueOrUnknown } from './value.ts'

const dayMs = 86_400_000
const text: readonly Kind[] = ['text']

/** Every function of expressions, by name. */
export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  [
    'age',
    {
      usage: 'age(time)',
      says: 'Whole days from a time of the past, in ISO 8601 with its zone, to the start of the run.',
      takes: [text],
      gives: 'number',
      call: ([time], { now }) => countDaysSince(time as Value, now),
    },
  ],
  [
    'remaining',
    {
      usage: 'remaining(time)',
      says: 'Whole days from the start of the run to a time, in ISO 8601 with its zone. Below 0 if the time is over.',
      takes: [text],
      gives: 'number',
      call: ([time], { now }) => {
        const timeMs = readTimeMs(time as Value)
        return typeof timeMs === 'number' ? Math.floor((timeMs - now.getTime()) / dayMs) : timeMs
      },
    },
  ],
  [
    'domain',
    {
      usage: 'domain(email)',
      says: 'The domain of an e-mail address, in lower case.',
      takes: [text],
      gives: 'text',
      call: ([email]) => parseEmailDomain(email as string),
    },
  ],
  [
    'lower',
    {
      usage: 'lower(text)',
      says: 'The text in lower case.',
      takes: [text],
      gives: 'text',
      call: ([value], { meter }) => {
        meter.spendOnText(value as string)
        return (value as string).toLowerCase()
      },
    },
  ],
  [
    'cidrContains',
    {
      usage: 'cidrContains(range, address)',
      says: 'Whether a range such as "10.0.0.0/8" contains an address, or another range wholly.',
      takes: [text, text],
      gives: 'boolean',
      call: ([range, inner]) =>
        isWithinRange(range as string, inner as string) ??
        new Unknown('kind', 'an address or range of addresses is none'),
    },
  ],
  [
    'size',
    {
      // One kind alone: of a text or an object in the place of a list, "size(…) > 0" would be true.
      usage: 'size(list)',
      says: 'How many items a list has.',
      takes: [['list']],
      gives: 'number',
      call: ([list]) => (list as readonly Value[]).length,
    },
  ],
  [
    'length',
    {
      usage: 'length(text)',
      says: 'How many characters a text has.',
      takes: [text],
      gives: 'number',
      call: ([value], { meter }) => {
        meter.spendOnText(value as string)
        return [...(value as string)].length
      },
    },
  ],
  [
    'keys',
    {
      usage: 'keys(object)',
      says: 'The names of the members of an object, in order of the alphabet.',
      takes: [['object']],
      gives: 'list',
      call: ([object], { meter }) => sortTexts(Object.keys(object as object), meter),
    },
  ],
  [
    'string',
    {
      usage: 'string(value)',
      says: 'A number, true or false as text, exactly as the vendor wrote it.',
      takes: [['text', 'number', 'boolean']],
      gives: 'text',
      call: ([value]) => String(value),
    },
  ],
  [
    'split',
    {
      usage: 'split(text)',
      says: 'The parts of a text between commas, without the spaces around them and without empty ones.',
      takes: [text],
      gives: 'list',
      call: ([value], { meter }) => {
        meter.spendOnText(value as string)
        const parts = (value as string).split(',').map((part) => part.trim())
        meter.spend(parts.length)
        return parts.filter((part) => part !== '')
      },
    },
  ],
  [
    'join',
    {
      usage: 'join(list)',
      says: 'The texts of a list, each once and in order of the alphabet, with commas between them.',
      takes: [['list']],
      gives: 'text',
      call: ([list], { meter }) => {
        const texts = sortTexts(list as readonly Value[], meter)
        return texts instanceof Unknown ? texts : texts.join(', ')
      },
    },
  ],
  [
    'distinct',
    {
      usage: 'distinct(list)',
      says: 'The texts of a list, each once and in order of the alphabet.',
      takes: [['list']],
      gives: 'list',
      call: ([list], { meter }) => sortTexts(list as readonly Value[], meter),
    },
  ],
  ...meaningFunctions,
  ...(['startsWith', 'endsWith', 'contains'] as const).map((name): [string, ExpressionFunction] => [
    name,
    {
      usage: `subject.${name}(text)`,
      says: `Whether a text ${{ startsWith: 'begins with', endsWith: 'ends with', contains: 'has' }[name]} another.`,
      isMethod: true,
      takes: [text, text],
      gives: 'boolean',
      call: ([value, part], { meter }) => {
        meter.spendOnText(value as string)
        meter.spendOnText(part as string)
        const has = name === 'contains' ? 'includes' : name
        return (value as string)[has](part as string)
      },
    },
  ]),
])

function sortTexts(list: readonly Value[], meter: Meter): readonly string[] | Unknown {
  meter.spend(list.length)
  const other = list.find((each) => typeof each !== 'string')
  if (other !== undefined) return createKindUnknown('an item of a list', 'text', other)
  const texts = list as readonly string[]
  for (const each of texts) meter.spendOnText(each)
  return [...new Set(texts)].sort()
}

function readTimeMs(time: Value): number | Unknown {
  try {
    return parseTime(time)
  } catch {
    return new Unknown('kind', 'a time is not ISO 8601 with its zone, between 1990 and 9999')
  }
}

function countDaysSince(time: Value, now: Date): number | Unknown {
  const timeMs = readTimeMs(time)
  if (typeof timeMs !== 'number') return timeMs
  const agoMs = now.getTime() - timeMs
  if (agoMs < -dayMs) return new Unknown('range', 'a time that should be over is in the future')
  return Math.max(0, Math.floor(agoMs / dayMs))
}

// Quoted local parts and comments are legal, and no directory has them.
const emailForm =
  /^[^\s@"<>()]{1,64}@([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+)$/i

function parseEmailDomain(email: string): string | Unknown {
  const domain = email.length > 320 ? undefined : emailForm.exec(email)?.[1]
  return domain?.toLowerCase() ?? new Unknown('kind', 'an e-mail address is none')
}

/** Calls a function; an argument of another kind than it takes makes the answer unknown. */
export function callFunction(
  { usage, takes, call }: ExpressionFunction,
  args: readonly ValueOrUnknown[],
  context: FunctionContext,
): ValueOrUnknown {
  const unknown = findUnknown(...args)
  if (unknown) return unknown
  for (const [index, arg] of (args as readonly Value[]).entries()) {
    const kinds = takes[index] ?? []
    if (!kinds.some((kind) => isOfKind(arg, kind)))
      return createKindUnknown(
        `an argument of ${usage}`,
        kinds.map((kind) => (kind === 'text' ? 'text' : `a ${kind}`)).join(' or '),
        arg,
      )
  }
  return call(args as readonly Value[], context)
}

function isOfKind(value: Value, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value)
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return kind === 'text' ? typeof value === 'string' : typeof value === kind
}
