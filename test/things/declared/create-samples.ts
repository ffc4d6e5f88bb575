import type { Thing } from '../../../src/service/fields/define-thing.ts'
import type { ThingFields } from '../../../src/service/fields/field.ts'
import type { InputOf } from '../../../src/service/fields/field-types.ts'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { formatDay } from '../../../src/text/calendar-day.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { sampleValues } from './sample-values.ts'

type SampledRuntime = Pick<Runtime, 'serviceOf' | 'users' | 'imports' | 'workspace'>

/** Values that a record of a declared thing may have. What it has to name is made first, and what it may name is left out. */
export async function sampleInput(
  runtime: SampledRuntime,
  organizationId: string,
  thing: Thing,
): Promise<InputOf<ThingFields>> {
  const values: Record<string, unknown> = sampleValues(thing.fields)
  // A last day that is over is refused, and some that are too far away.
  for (const name of ['expires', 'lastDay'])
    if (name in values) values[name] = formatDay(runtime.workspace.clock.nowMs() + 30 * 86_400_000)
  for (const [name, { names, isNullable }] of Object.entries(thing.fields)) {
    const other = declaredThings.find(({ id }) => id === names)
    if (names === 'person' && !isNullable) {
      await runtime.users.put({ organizationId, id: 'sample', name: 'Acme', email: 'sample@example.com' })
      values[name] = 'sample'
    }
    if (!isNullable && (names === 'connection' || names === 'source'))
      values[name] = (await takeSampleFile(runtime, organizationId)).source.id
    if (other && !isNullable) values[name] = await findOrCreate(runtime, organizationId, other)
  }
  return values
}

/** What several names of a record lead to has to fit together, such as a document and a request of one trust centre. */
async function findOrCreate(runtime: SampledRuntime, organizationId: string, thing: Thing): Promise<string> {
  const [record] = await runtime.serviceOf(thing).list({ organizationId, limit: 1 })
  return (record ?? (await createSample(runtime, organizationId, thing))).id
}

/** A connection to nobody: where files of another tool come from. */
export function takeSampleFile({ imports }: Pick<Runtime, 'imports'>, organizationId: string) {
  const text = '<testsuites><testsuite name="acme"><testcase name="one" classname="one"/></testsuite></testsuites>'
  return imports.take({ organizationId, source: 'Acme', name: 'junit.xml', bytes: yieldOnce(Buffer.from(text)) })
}

export async function createSample(runtime: SampledRuntime, organizationId: string, thing: Thing) {
  const values = await sampleInput(runtime, organizationId, thing)
  return runtime.serviceOf(thing).create({ organizationId, values })
}

/** Makes a record of each declared thing. @returns their ids by the parameter of paths: `{ auditPeriodId: '…' }` */
export async function createSamples(
  runtime: SampledRuntime,
  organizationId: string,
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const thing of declaredThings) ids[thing.idName] = (await createSample(runtime, organizationId, thing)).id
  return ids
}
