import type { Check } from '../../../define/index.ts'
import type { RecordedExchange } from '../../../evidence/recording/recording.ts'
import { isObject } from '../../../text/is-object.ts'
import type { NearWitness } from '../../../things/parts/judgement-trials.ts'
import type { Witness, Witnesses } from '../witnesses/read-witnesses.ts'
import { joinBodyText, parseBody } from '../witnesses/recorded-body.ts'
import type { ExpectEntry } from '../witnesses/witness-schema.ts'

const nearMax = 3
const placesMax = 5

/** Witnesses of a check whose answer to a request is most like another one. */
export function findNearWitnesses(
  { witnesses }: Pick<Witnesses, 'witnesses'>,
  check: Pick<Check, 'id'>,
  { request }: RecordedExchange,
  answer: unknown,
): readonly NearWitness[] {
  const kinds = countFacts(answer, describeKind)
  const values = countFacts(answer, String)
  const compared = witnesses.flatMap((witness) => {
    const expected = witness.expect[check.id]
    if (witness.of.check !== check.id || !witness.source || expected === undefined) return []
    const same = findAnswer(witness, request)
    if (!same?.response) return []
    const body = parseBody(same.response)
    const ofKinds = compareFacts(kinds, countFacts(body, describeKind))
    const ofValues = compareFacts(values, countFacts(body, String))
    return [{ witness, source: witness.source, expected, ofKinds, ofValues }]
  })
  return compared
    .toSorted((a, b) => a.ofKinds.distance - b.ofKinds.distance || a.ofValues.distance - b.ofValues.distance)
    .slice(0, nearMax)
    .map(({ witness: { id, of }, source: { says, url }, expected, ofKinds, ofValues }) => ({
      id,
      way: of.way,
      expected: listExpected(expected),
      says,
      url,
      differsIn: (ofKinds.distance > 0 ? ofKinds : ofValues).places.slice(0, placesMax),
    }))
}

function findAnswer({ answers }: Witness, { method, url, ...body }: RecordedExchange['request']) {
  return answers.exchanges.find(
    ({ request }) => request.method === method && request.url === url && joinBodyText(request) === joinBodyText(body),
  )
}

function listExpected(expected: ExpectEntry): NearWitness['expected'] {
  if (typeof expected === 'string') return [{ verdict: expected, resources: [] }]
  const { error, ...resources } = expected
  return [
    ...Object.entries(resources).flatMap(([verdict, ids]) => (ids ? [{ verdict, resources: ids }] : [])),
    ...(error === undefined ? [] : [{ verdict: 'error', resources: [] }]),
  ]
}

/** How often each fact stands in an answer, whatever its items are in order: `keys[*].state on`. */
function countFacts(answer: unknown, describe: (value: unknown) => string): ReadonlyMap<string, CountedFact> {
  const facts = new Map<string, CountedFact>()
  const visit = (value: unknown, place: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, `${place}[*]`)
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) visit(member, place === '' ? name : `${place}.${name}`)
    else {
      const key = `${place} ${describe(value)}`
      facts.set(key, { place, count: (facts.get(key)?.count ?? 0) + 1 })
    }
  }
  visit(answer, '')
  return facts
}

interface CountedFact {
  readonly place: string
  readonly count: number
}

/** Switches, numbers and words count by their value; names, times and addresses differ between any two accounts. */
function describeKind(value: unknown): string {
  return typeof value === 'string' && !/^[A-Za-z][A-Za-z_-]{0,39}$/.test(value) ? 'text' : String(value)
}

function compareFacts(one: ReadonlyMap<string, CountedFact>, other: ReadonlyMap<string, CountedFact>) {
  const places = new Set<string>()
  let distance = 0
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const fact = one.get(key) ?? other.get(key)
    const apart = Math.abs((one.get(key)?.count ?? 0) - (other.get(key)?.count ?? 0))
    if (apart === 0 || !fact) continue
    distance += apart
    places.add(fact.place)
  }
  return { distance, places: [...places] }
}
