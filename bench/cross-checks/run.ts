import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { bundleProgram } from '../../scripts/build/bundle.ts'
import { allCrossChecks } from '../../src/crosscheck/index.ts'
import type { Outcome, Task } from './client.ts'
import { writeLists } from './lists.ts'

/**
 * Each cross-check over the lists of an organization, beside one JSON.parse of the lines that it reads, and beside one of all lines
 * that the organization has: time of the processor, and the highest memory above that of the loaded process. The program is bundled
 * as the package is. All are the least of all rounds, which take turns, so that other work of the machine weighs little. It needs Linux.
 *
 *     node --import ./test/examples/from-source.ts bench/cross-checks/run.ts [rounds] [people] [systems] [id]
 */
const [rounds = 5, people = 10_000, systems = 20] = process.argv.slice(2, 5).map(Number)
const asked = process.argv.slice(5)
const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-'))

try {
  writeLists(folder, people, systems)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const client = join(folder, 'client.js')
  await bundleProgram({ client: 'bench/cross-checks/client.ts' }, folder)
  const measure = async (task: Pick<Task, 'crossCheck' | 'isLinked' | 'lists'>): Promise<Outcome> =>
    JSON.parse((await execute(process.execPath, [client, JSON.stringify({ folder, systems, ...task })])).stdout)

  const ways = allCrossChecks
    .filter(({ id }) => asked.length === 0 || asked.includes(id))
    .flatMap(({ id }) => [
      { crossCheck: id, isLinked: false },
      { crossCheck: id, isLinked: true },
    ])
  const seen = ways.map(() => ({ judged: [] as Outcome[], parsed: [] as Outcome[] }))
  const all = ['hris.person', 'idp.person', 'mdm.device', 'lms.training']
  for (let system = 0; system < systems; system++) all.push(`app${system}.account`)
  const allParsed: Outcome[] = []
  for (let round = 0; round < rounds; round++) {
    allParsed.push(await measure({ isLinked: false, lists: all }))
    for (const [nth, way] of ways.entries()) {
      const judged = await measure({ ...way, lists: [] })
      seen[nth]?.judged.push(judged)
      seen[nth]?.parsed.push(await measure({ isLinked: false, lists: judged.lists }))
    }
  }
  const findLeastMs = (outcomes: readonly Outcome[]) => Math.min(...outcomes.map(({ cpuMs }) => cpuMs))
  const toRatio = (one: number, other: number) => Number((one / other).toFixed(2))
  console.table(
    Object.fromEntries(
      ways.map(({ crossCheck, isLinked }, nth) => {
        const { judged = [], parsed = [] } = seen[nth] ?? {}
        const judgedMs = findLeastMs(judged)
        return [
          `${crossCheck}${isLinked ? ', linked' : ''}`,
          {
            results: judged[0]?.results,
            'CPU ms': Math.round(judgedMs),
            '× parse of its lines': toRatio(judgedMs, findLeastMs(parsed)),
            '× parse of all lines': toRatio(judgedMs, findLeastMs(allParsed)),
            'peak MB above loaded': Math.round(Math.min(...judged.map(({ peakMB }) => peakMB))),
          },
        ]
      }),
    ),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
