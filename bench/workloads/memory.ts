import { itemsPerPage, listPath, tokenOf } from '../fixtures.ts'
import { heldHeapMB, measured } from '../meter.ts'
import type { Asker } from '../peer.ts'
import { amount, type Presentation, type Workload } from '../workload.ts'

const fullPages = { few: 200, many: 2_000 } as const

/** W7: whether memory grows with the list. `held` is the heap after garbage collection at the last item. */
export const workload: Workload = {
  parts: ['few', 'many'],
  async measure({ peer, share, part }) {
    const name = part === 'many' ? 'many' : 'few'
    const pages = amount(fullPages[name], share, 20)
    let sample = {}
    await peer.connect({ token: tokenOf(0) }, [
      async (asker) => {
        let heldMB = 0
        const usage = await measured(async () => {
          heldMB = await heldAtEnd(asker, pages)
        })
        sample = {
          [`${name}PeakHeapMB`]: usage.peakHeapMB,
          [`${name}HeldMB`]: heldMB,
          [`${name}RssMB`]: usage.peakRssMB,
        }
      },
    ])
    return sample
  },
}

async function heldAtEnd(asker: Asker, pages: number): Promise<number> {
  let items = 0
  let heldMB = Number.NaN
  for await (const { name } of asker.list(listPath(pages)))
    if (name !== '' && ++items === pages * itemsPerPage) heldMB = heldHeapMB()
  return heldMB
}

export const presentation: Presentation = {
  title: 'W7: memory at 200 pages (few) and at 2,000 (many)',
  columns: [
    { key: 'fewPeakHeapMB', head: 'peak heap MB: few' },
    { key: 'manyPeakHeapMB', head: 'many' },
    { key: 'heapGrowth', head: 'many/few', digits: 2 },
    { key: 'fewHeldMB', head: 'held MB: few' },
    { key: 'manyHeldMB', head: 'many' },
    { key: 'heldGrowth', head: 'many/few', digits: 2 },
    { key: 'fewRssMB', head: 'peak RSS MB: few', digits: 0 },
    { key: 'manyRssMB', head: 'many', digits: 0 },
  ],
}
