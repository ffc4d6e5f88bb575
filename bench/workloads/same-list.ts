import { tokenOf } from '../fixtures.ts'
import { measured } from '../meter.ts'
import type { Presentation, Workload } from '../workload.ts'
import { readAll } from './pages.ts'

const checks = 20
const pages = 5
const distinct = pages + 1

/** W9: twenty checks of one connection that all begin with the same list and the same GET. */
export const workload: Workload = {
  checks,
  async measure({ peer }) {
    const usage = await measured(() =>
      peer.connect(
        { token: tokenOf(0) },
        Array.from({ length: checks }, () => async (asker) => {
          await asker.get('/5/small/settings')
          await readAll(asker, pages, 5)
        }),
      ),
    )
    return { ...usage, distinct }
  },
}

export const presentation: Presentation = {
  title: 'W9: 20 checks on one connection ask the same 5 pages and the same GET',
  columns: [
    { key: 'requestsSent', head: 'requests sent', digits: 0 },
    { key: 'distinct', head: 'distinct', digits: 0 },
    { key: 'wallMs', head: 'wall ms', digits: 0 },
    { key: 'cpuMs', head: 'CPU ms', digits: 0 },
  ],
}
