import { exampleConnectionId } from '../../../src/service/api/schemas/schemas.ts'
import type { Thing } from '../../../src/service/fields/define-thing.ts'
import type { FieldFacts } from '../../../src/service/fields/field.ts'
import { formatValue } from '../../../src/service/fields/field-kinds.ts'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { formatCsvRow } from '../../../src/text/csv-row.ts'
import { exampleReviewedConnectionId } from '../../../src/things/access-reviews/api/review-schema.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { tracker } from '../../../src/things/tickets/thing.ts'
import { takeSampleFile } from '../../things/declared/create-samples.ts'
import type { Known } from './from-schema.ts'

/** Of a tool whose results can be imported. */
const exampleFile = JSON.stringify([
  {
    metadata: { event_code: 's3_public', product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
    class_uid: 2004,
    severity_id: 4,
    status_id: 1,
    status_code: 'FAIL',
    finding_info: { title: 'Buckets are not public' },
    resources: [{ uid: 'open', type: 'AwsS3Bucket' }],
    time: Date.parse('2026-04-30') / 1000,
  },
])

const exampleFramework = `id: acme-baseline
title: Acme baseline
version: '1'
controls:
  - { id: A1, title: Unused accounts are removed }
`

/** Values that an operation takes whose body no example makes: of a declared thing, after what they name was made, or a file. */
export async function createKnownValues(runtime: Runtime, path: string): Promise<Known> {
  if (path === '/v1/imports') return { file: [exampleFile] }
  if (path === '/v1/imports/proposals') return { connectionId: [await takeExampleFile(runtime)] }
  if (path === '/v1/own-frameworks') return { file: [exampleFramework] }
  if (path === '/v1/population-samples') return { list: [{ connectionId: exampleReviewedConnectionId, of: 'account' }] }
  if (path === '/v1/tickets') return createTicketWish(runtime)
  const thing = declaredThings.find((one) => [one.path, `${one.path}/import`].includes(path))
  if (thing === undefined) return {}
  const values = await createExample(runtime, thing, new Map())
  const names = Object.keys(values)
  const cells = names.map((name) => formatValue(thing.fields[name] as FieldFacts, values[name]))
  const csv = `${formatCsvRow(names)}${formatCsvRow(cells)}`
  return { ...Object.fromEntries(names.map((name) => [name, [values[name]]])), csv: [csv] }
}

/** A tracker that takes issues, and a finding. */
async function createTicketWish(runtime: Runtime): Promise<Known> {
  const values = { name: 'Ours', vendor: 'github', project: 'acme/app', token: 'token', whenResolved: 'close' } as const
  const { id } = await runtime.serviceOf(tracker).create({ organizationId: 'acme', values })
  await takeExampleFile(runtime)
  const [finding] = await runtime.findings.list({ organizationId: 'acme', limit: 1 })
  return { trackerId: [id], findingId: [finding?.id ?? ''] }
}

/** Records that were made, by what they are: two that name a third one name the same. */
type Made = Map<string | undefined, string>

/** @returns the source of a file whose results count */
async function takeExampleFile({ imports }: Runtime): Promise<string> {
  const order = { organizationId: 'acme', source: 'Prowler', name: 'p.json' }
  const { source } = await imports.take({ ...order, bytes: yieldOnce(Buffer.from(exampleFile)) })
  return source.id
}

/** Of two members that may be left out a rule demands one. */
const demanded = new Set(['framework', 'categories'])

/** What nobody may leave out of it. */
async function createExample(runtime: Runtime, thing: Thing, made: Made): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(thing.fields))
    if (field.isRequired || demanded.has(name))
      values[name] = field.example ?? (await createValue(runtime, field, made))
  return values
}

async function createValue(
  runtime: Runtime,
  { kind, names, choices, min, item }: FieldFacts,
  made: Made,
): Promise<unknown> {
  if (kind === 'list') return item === undefined ? [] : [await createValue(runtime, item, made)]
  if (names === 'person') return 'ada'
  if (names === 'connection') return exampleConnectionId
  if (names === 'source') return (await takeSampleFile(runtime, 'acme')).source.id
  if (kind === 'id') return createNamed(runtime, names, made)
  if (kind === 'choice') return choices[0]
  if (kind === 'number') return min
  if (kind === 'flag') return true
  // Of the clock of these tests: neither over nor to come.
  const today = '2026-05-01'
  if (kind === 'time') return Date.parse(today)
  return kind === 'day' ? today : 'example'
}

async function createNamed(runtime: Runtime, names: string | undefined, made: Made): Promise<string> {
  const known = made.get(names)
  if (known !== undefined) return known
  const thing = declaredThings.find(({ id }) => id === names)
  if (thing === undefined) throw new Error(`Nothing is known of a ${names}.`)
  const values = await createExample(runtime, thing, made)
  const { id } = await runtime
    .serviceOf(thing)
    .create({ organizationId: 'acme', userId: 'ada', values: values as never })
  made.set(names, id)
  return id
}
