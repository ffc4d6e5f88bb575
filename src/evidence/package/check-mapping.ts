import * as z from 'zod/mini'
import { countsFor } from '../../checks/controls/statements/counts-for.ts'
import { countNoun } from '../../text/count-noun.ts'
import { parseJson } from '../../text/parse-json.ts'
import { digestText } from '../log/digest-text.ts'
import type { EarlierMapping, LastMapping } from './package-content.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const mappingLine = z.object({ mapping: z.object({ sha256: z.string(), text: z.string(), from: z.optional(day) }) })
const earlierLine = z.object({
  earlierMappings: z.array(z.object({ from: day, to: day, sha256: z.string(), text: z.string() })),
})
const mappingText = z.object({
  relation: z.string(),
  controls: z.record(
    z.string(),
    z.object({
      statements: z.record(z.string(), z.object({ relation: z.optional(z.string()), needed: z.optional(z.boolean()) })),
    }),
  ),
})
const count = z.int().check(z.nonnegative())
const controlLine = z.object({
  id: z.string(),
  history: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      state: z.string(),
      statements: z.optional(z.object({ observed: count, of: count })),
      observed: z.optional(z.array(z.string())),
    }),
  ),
})

type ControlLine = z.infer<typeof controlLine>

/** What a mapping asks of a control: the statements that count, and those of them that have to be observed. */
interface StatementQuota {
  readonly counting: ReadonlySet<string>
  readonly needed: readonly string[]
}

/** A mapping, and the days of the period on which it counts. */
interface DatedDemands {
  readonly from: string
  readonly to: string
  readonly demands: ReadonlyMap<string, StatementQuota>
}

/**
 * Holds the lines of `package.json` to the mappings that it keeps: the digests to the texts, and what each control says of its statements
 * to what the mapping of the same days asks.
 * @returns a function that takes the lines in their order, and says what differs
 */
export function createMappingCheck(): (line: string) => readonly string[] {
  let mappings: readonly DatedDemands[] = []
  let isInControls = false
  return (line) => {
    const ofLine: readonly (LastMapping & { readonly to?: string })[] | undefined = line.startsWith(opensMapping)
      ? parseMappingLine(line)
      : line.startsWith(opensEarlier)
        ? parseEarlierLine(line)
        : []
    if (!ofLine || ofLine.length > 0) {
      if (isInControls) return ['has the mapping behind the controls.']
      const read = ofLine?.map(({ from = firstDay, to = lastDay, text }) => ({ from, to, demands: readDemands(text) }))
      if (!ofLine || !read?.every(isMapping)) return ['is no mapping of statements to controls.']
      mappings = [...mappings, ...read].toSorted((a, b) => (a.from < b.from ? -1 : 1))
      if (ofLine.some(({ sha256, text }) => digestText(text) !== sha256))
        return ['has another SHA-256 than the text of the mapping.']
      const isDouble = mappings.some(({ to }, index) => to >= (mappings[index + 1]?.from ?? afterLastDay))
      return isDouble ? ['has two mappings for the same day.'] : []
    }
    if (!line.endsWith(opensChecks)) return []
    isInControls = true
    const control = controlLine.safeParse(parseJson(`${line}]}`))
    if (!control.success) return [unreadable]
    const { history } = control.data
    return history.flatMap((span) => {
      const counting = mappings.filter(({ from, to }) => from <= span.to && span.from <= to)
      const isEarlier = span.from < (mappings[0]?.from ?? afterLastDay)
      const all = [...(isEarlier ? [noMapping] : []), ...counting.map(({ demands }) => demands)]
      return [...new Set(all.flatMap((demands) => judgeSpan(control.data, span, demands)))]
    })
  }
}

const [firstDay, lastDay, afterLastDay] = ['0000-01-01', '9999-12-31', 'A']

/** Of days on which none counted. */
const noMapping: DatedDemands['demands'] = new Map()

function isMapping(read: { readonly demands: DatedDemands['demands'] | undefined }): read is DatedDemands {
  return read.demands !== undefined
}

/** How the line of the mapping begins, which stands before the controls. */
export const opensMapping = '"mapping":'

/** How the line of mappings of earlier days begins, which stands there too. */
export const opensEarlier = '"earlierMappings":'

/** @returns undefined for a line that has another form */
export function parseMappingLine(line: string): readonly [LastMapping] | undefined {
  const found = mappingLine.safeParse(parseMember(line)).data?.mapping
  return found && [found]
}

/** @returns undefined for a line that has another form */
export function parseEarlierLine(line: string): readonly EarlierMapping[] | undefined {
  return earlierLine.safeParse(parseMember(line)).data?.earlierMappings
}

function parseMember(line: string): unknown {
  return parseJson(`{${line.replace(/,$/, '')}}`)
}

/** How the line of a control ends. */
export const opensChecks = ',"checks":['

const unreadable = 'has a control that this version cannot read.'

function judgeSpan(
  { id }: ControlLine,
  { from, state, statements, observed }: ControlLine['history'][number],
  demands: ReadonlyMap<string, StatementQuota>,
): readonly string[] {
  const { counting, needed } = demands.get(id) ?? noDemands
  const of = counting.size
  const counted = statements ?? { observed: 0, of: 0 }
  if (counted.of !== of)
    return [`counts ${countNoun(counted.of, 'statement')} of ${id} from ${from}, and the mapping has ${of}.`]
  if (counted.observed > of)
    return [`counts ${counted.observed} of ${countNoun(of, 'statement')} of ${id} from ${from} as observed.`]
  if (state === 'satisfied' && counted.observed < needed.length)
    return [
      `says that ${id} is satisfied from ${from} with ${countNoun(counted.observed, 'statement')} observed, and it needs ${needed.length}.`,
    ]
  // Packages of before count without names.
  return observed === undefined ? [] : recount(id, { from, state, count: counted.observed, names: observed }, demands)
}

interface NamedCount {
  readonly from: string
  readonly state: string
  readonly count: number
  /** The statements that were observed. */
  readonly names: readonly string[]
}

/** Counts again what was observed, by the names of the statements. */
function recount(
  id: string,
  { from, state, count: size, names }: NamedCount,
  demands: ReadonlyMap<string, StatementQuota>,
): readonly string[] {
  const { counting, needed } = demands.get(id) ?? noDemands
  const named = new Set(names)
  if (named.size !== names.length || named.size !== size)
    return [`counts ${countNoun(size, 'statement')} of ${id} from ${from} as observed, and names ${named.size}.`]
  const other = names.find((name) => !counting.has(name))
  if (other !== undefined)
    return [`names "${other.slice(0, 100)}" as observed of ${id} from ${from}, and the mapping does not count it.`]
  const lacking = state === 'satisfied' ? needed.find((name) => !named.has(name)) : undefined
  return lacking === undefined ? [] : [`says that ${id} is satisfied from ${from}, and "${lacking}" was not observed.`]
}

const noDemands: StatementQuota = { counting: new Set(), needed: [] }

/** By control; those that only have something in common with it do not count. undefined for a text that is no mapping. */
function readDemands(text: string): ReadonlyMap<string, StatementQuota> | undefined {
  const mapping = mappingText.safeParse(parseJson(text))
  if (!mapping.success) return undefined
  return new Map(
    Object.entries(mapping.data.controls).map(([id, { statements }]) => {
      const counting = Object.entries(statements).filter(([, demand]) => countsFor(mapping.data, demand))
      const needed = counting.flatMap(([name, demand]) => (demand.needed === true ? [name] : []))
      return [id, { counting: new Set(counting.map(([name]) => name)), needed }]
    }),
  )
}
