import type { FixedClock } from '../../author/testing/vendor/fixed-clock.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'
import { connectSystems, type SampleSystem } from './connect-systems.ts'
import { decideOn } from './decisions.ts'
import { addPeople } from './people.ts'
import { company, sampleDays } from './world/company.ts'

const dayMs = 86_400_000
/** When systems are asked, after midnight. */
const hourMs = 3_600_000
/** Every week at first, every day in the last two weeks. */
const dailyFrom = sampleDays - 14
const crossCheckIds = ['leavers', 'accounts-without-owner', 'second-factor-everywhere']

/**
 * Lives through the days of the sample by the ways of every organization: people are added, systems are connected and run, findings are
 * cared for, an access review is done, a package is made.
 * @param startMs when its first day began, epoch ms
 */
export async function makeSample(runtime: Runtime, clock: FixedClock, startMs: number): Promise<void> {
  // A wait may have moved it further.
  const at = (day: number, hours: number) =>
    clock.advance(Math.max(0, startMs + day * dayMs + hours * hourMs - clock.nowMs()))
  at(0, 6)
  const { id: organizationId } = await runtime.organizations.create({ id: company.slug, name: company.name })
  await addPeople(runtime, organizationId)
  const systems = await connectSystems(runtime, organizationId)
  for (let day = 0; day < sampleDays; day++) {
    at(day, 6)
    if (day >= dailyFrom || day % 7 === 0) await runSystems(runtime, organizationId, systems)
    if (day % 7 === 0 || day === sampleDays - 1) await runCrossChecks(runtime, organizationId)
    at(day, 10)
    await decideOn(day, { runtime, organizationId, systems, startMs })
  }
}

async function runSystems({ runs }: Runtime, organizationId: string, systems: readonly SampleSystem[]): Promise<void> {
  const started = await Promise.all(systems.map(({ id }) => runs.start({ connectionId: id, organizationId })))
  await Promise.all(started.map(({ result }) => result))
}

async function runCrossChecks({ crossChecks }: Runtime, organizationId: string): Promise<void> {
  for (const id of crossCheckIds) await (await crossChecks.run({ organizationId, id })).result
}
