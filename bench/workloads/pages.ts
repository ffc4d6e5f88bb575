import { itemsPerPage, listPath, tokenOf } from '../fixtures.ts'
import { measured } from '../meter.ts'
import type { Asker } from '../peer.ts'
import { amount, type Presentation, type Workload } from '../workload.ts'

/** W2: a long list, from a vendor with or without a delay. */
export function pagesWorkload(delayMs: number): Workload {
  return {
    async measure({ peer, share }) {
      const pages = amount(200, share, 10)
      let sample = {}
      await peer.connect({ token: tokenOf(0) }, [
        async (asker) => {
          await readAll(asker, amount(20, share, 5), 0)
          const usage = await measured(() => readAll(asker, pages, delayMs))
          sample = {
            ...usage,
            cpuMsPerPage: usage.cpuMs / pages,
            wallMsPerPage: usage.wallMs / pages,
          }
        },
      ])
      return sample
    },
  }
}

/** @throws Error if items are missing: a fast but incomplete list does not count */
export async function readAll(asker: Asker, pages: number, delayMs: number): Promise<void> {
  let items = 0
  for await (const item of asker.list(listPath(pages, delayMs))) if (item.name !== '') items++
  if (items !== pages * itemsPerPage) throw new Error(`The list gave ${items} items of ${pages * itemsPerPage}.`)
}

export const presentation: Presentation = {
  title: 'W2: 200 pages × 100 items by Link header',
  columns: [
    { key: 'cpuMsPerPage', head: 'CPU ms/page', digits: 2 },
    { key: 'cpuMsPerPage', head: '×', ratio: true },
    { key: 'wallMsPerPage', head: 'wall ms/page', digits: 2 },
    { key: 'peakRssMB', head: 'peak RSS MB', digits: 0 },
  ],
}

export const latencyPresentation: Presentation = {
  title: 'W2L: 200 pages × 100 items by Link header, each after 20 ms',
  columns: [
    { key: 'wallMsPerPage', head: 'wall ms/page', digits: 1 },
    { key: 'wallMsPerPage', head: '×', ratio: true },
    { key: 'cpuMsPerPage', head: 'CPU ms/page', digits: 2 },
  ],
}
