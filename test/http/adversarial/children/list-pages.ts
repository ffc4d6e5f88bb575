import { defineConnector } from '../../../../src/define/index.ts'
import { runChecks } from '../../../../src/things/runs/run-checks.ts'

/** The child's argument. */
export interface Listing {
  readonly origin: string
  /** The place for exchanges. */
  readonly file?: string | undefined
  /** How many pages are few; the heap's measure is taken ten times as often. */
  readonly fewPages: number
}

/** Its text. */
export interface Listed {
  readonly status: string
  readonly items: number
  /** Most that was in use right after a garbage collection, in bytes, objects and buffers: of few pages, and of all. */
  readonly peakBytes: { readonly few: number; readonly all: number }
}

const { origin, file, fewPages } = JSON.parse(process.argv[2] ?? '') as Listing
const itemsPerPage = 100

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: origin,
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
})
let items = 0
const peakBytes = { few: 0, all: 0 }
const list = acme.check({
  id: 'list',
  title: 'List',
  async run(ctx) {
    for await (const _item of ctx.paginate('/list', { items: 'items', next: { url: 'next' } })) {
      if (++items % (itemsPerPage * (fewPages / 10)) !== 0) continue
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      peakBytes.all = Math.max(peakBytes.all, heapUsed + external)
      if (items <= fewPages * itemsPerPage) peakBytes.few = peakBytes.all
    }
    ctx.pass({ resource: { type: 'list', id: '1' }, title: 'Read' })
  },
})

const { status } = await runChecks(acme.with(list), {
  credentials: { api_key: 'sesame-4711-open' },
  allowPrivateNetwork: true,
  exchanges: file === undefined ? undefined : { file },
})
process.stdout.write(JSON.stringify({ status, items, peakBytes } satisfies Listed))
