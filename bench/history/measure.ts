import { createHost } from '../../src/app/host/index.ts'
import { type Scope, scopes } from '../../src/service/rights/scopes.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { large } from './organization.ts'
import { listRequests } from './requests.ts'
import { findSubjects } from './subjects.ts'
import type { Templates } from './templates.ts'

export interface Asked {
  readonly name: string
  /** Medians, ms. */
  readonly few: number
  readonly many: number
  /** Bytes of the answers, to see that both show as much. */
  readonly fewBytes: number
  readonly manyBytes: number
}

interface Size {
  readonly runtime: Runtime
  readonly templates: Templates
}

const fewest = 5
/** A request that takes so long is asked fewer times. */
const longMs = 20_000

/** Asks two hosts the same in turns, so that the load of the machine is the same for both. */
export async function* measureRequests(
  few: Size,
  many: Size,
  { times, only }: { readonly times: number; readonly only: string },
): AsyncGenerator<Asked> {
  const [askFew, askMany] = [await openAsker(few), await openAsker(many)]
  for (const [index, path] of askFew.paths.entries()) {
    if (!new RegExp(only).test(path)) continue
    const took = { few: [] as number[], many: [] as number[] }
    const bytes = { few: 0, many: 0 }
    const beganAtMs = performance.now()
    // The first one of each warms up.
    for (let time = 0; time <= times; time++) {
      for (const [size, asker] of [
        ['few', askFew],
        ['many', askMany],
      ] as const) {
        const { ms, length } = await asker.ask(asker.paths[index] ?? '')
        bytes[size] = length
        if (time > 0) took[size].push(ms)
      }
      if (time >= fewest && performance.now() - beganAtMs > longMs) break
      if (time >= 1 && performance.now() - beganAtMs > 2 * longMs) break
    }
    yield {
      name: askFew.name(path),
      few: findMedian(took.few),
      many: findMedian(took.many),
      fewBytes: bytes.few,
      manyBytes: bytes.many,
    }
  }
}

async function openAsker({ runtime, templates }: Size) {
  const { userId } = templates
  const session = { person: () => ({ userId, organizationId: large, role: 'admin' as const }) }
  const unlimited = { requests: 1e9, windowMs: 60_000 }
  const logger = { error: (fields: object) => console.error(fields) }
  const host = createHost({ runtime, session, logger, rateLimits: { key: unlimited, address: unlimited } })
  const ofKey = Object.keys(scopes).filter(
    (scope): scope is Scope => scope !== 'connectors:write' && scope !== 'organizations:write',
  )
  const { key } = await runtime.apiKeys.create({ organizationId: large, scopes: ofKey, userId })
  const subjects = await findSubjects(runtime, templates)
  return {
    paths: listRequests(subjects),
    name: (path: string) =>
      Object.entries(subjects)
        .reduce(
          (text, [what, id]) => (typeof id === 'string' ? text.replace(id, `{${what.replace(/Id$/, '')}}`) : text),
          path,
        )
        .replace(/cursor=[^&]*/, 'cursor={middle}'),
    async ask(path: string) {
      const headers: Record<string, string> = path.startsWith('/v1/') ? { 'x-api-key': key } : {}
      const beganAtMs = performance.now()
      const response = await host.fetch(new Request(`http://127.0.0.1${path}`, { headers }))
      const text = await response.text()
      const ms = performance.now() - beganAtMs
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
      return { ms, length: text.length }
    },
  }
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
