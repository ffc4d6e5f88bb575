import type { Presentation, Workload } from './workload.ts'
import * as connections from './workloads/connections.ts'
import * as memory from './workloads/memory.ts'
import * as pages from './workloads/pages.ts'
import * as questions from './workloads/questions.ts'
import * as rateLimit from './workloads/rate-limit.ts'
import * as sameList from './workloads/same-list.ts'
import * as smallGets from './workloads/small-gets.ts'

/** By their names for `--only`; `w6`, imports, has no vendor and is in imports.ts. */
export const workloads: Readonly<
  Record<
    string,
    { readonly workload: Workload; readonly presentation: Presentation; readonly peers?: readonly string[] }
  >
> = {
  w1: smallGets,
  w2: { workload: pages.pagesWorkload(0), presentation: pages.presentation },
  w2l: { workload: pages.pagesWorkload(20), presentation: pages.latencyPresentation },
  w3: questions,
  w5: connections,
  w7: memory,
  w8: rateLimit,
  // Every other peer sends all of them, like the baseline.
  w9: { ...sameList, peers: ['undici', 'checkwright'] },
}
