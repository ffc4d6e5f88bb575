import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { sampleValues } from './sample-values.ts'

/** Makes a record of each declared thing. @returns their ids by the parameter of paths: `{ auditPeriodId: '…' }` */
export async function createSamples(
  runtime: Pick<Runtime, 'serviceOf'>,
  organizationId: string,
): Promise<Readonly<Record<string, string>>> {
  const made = declaredThings.map(async (thing) => {
    const { id } = await runtime.serviceOf(thing).create({ organizationId, values: sampleValues(thing.fields) })
    return [thing.idName, id]
  })
  return Object.fromEntries(await Promise.all(made))
}
