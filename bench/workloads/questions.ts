import { itemsPerPage, listPath, tokenOf } from '../fixtures.ts'
import { flights, measured } from '../meter.ts'
import type { Asker, Each } from '../peer.ts'
import { amount, type Presentation, type Workload } from '../workload.ts'

const delayMs = 5
const repositories = 2_000

/** W3: the most common check: a list, then one request for each item. The library decides how many at a time. */
export const workload: Workload = {
  async measure({ peer, share, inFlight }) {
    const pages = amount(repositories / itemsPerPage, share, 2)
    let sample = {}
    await peer.connect({ token: tokenOf(0) }, [
      async (asker) => {
        await ask(asker, 1, inFlight, 'w')
        const usage = await measured(() => ask(asker, pages, inFlight, ''))
        const asked = pages * itemsPerPage
        sample = {
          ...usage,
          wallSFull: (usage.wallMs / 1000) * (repositories / asked),
          cpuMsPerRepository: usage.cpuMs / asked,
        }
      },
    ])
    return sample
  },
}

async function ask(asker: Asker, pages: number, inFlight: number, prefix: string): Promise<void> {
  let asked = 0
  const each = asker.each ?? eachBy(inFlight)
  await each(asker.list(listPath(pages, delayMs)), async ({ name }) => {
    const answer = await asker.get(`/${delayMs}/repos/${prefix}${name}`)
    asker.verdict?.(prefix + name, (answer as { readonly enabled: boolean }).enabled)
    asked++
  })
  if (asked !== pages * itemsPerPage) throw new Error(`${asked} of ${pages * itemsPerPage} were asked about.`)
}

/** Code that an author adds by hand: workers that share the list. One worker is the plain loop. */
function eachBy(inFlight: number): Each {
  return async (items, work) => {
    const iterator = items[Symbol.asyncIterator]()
    const worker = async () => {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
    }
    await flights(inFlight, inFlight, worker)
  }
}

export const presentation: Presentation = {
  title: 'W3: list 2,000 repositories, ask one question about each, 5 ms an answer',
  columns: [
    { key: 'wallSFull', head: 'wall s', digits: 2 },
    { key: 'wallSFull', head: '×', ratio: true },
    { key: 'cpuMsPerRepository', head: 'CPU ms/repository', digits: 3 },
    { key: 'cpuMsPerRepository', head: '×', ratio: true },
  ],
}
