import type { AnyConnector, ReadingContext } from '../../../define/index.ts'

/** A call that may read a list. */
export interface ReadCall {
  /** Path or address, without its query. */
  readonly path: string
  /** The check declares that a part of the list is enough, or that signs of more mean something else. */
  readonly isPart: boolean
  /** Dotted path of the next page's cursor or address. The check declares that its absence is the end of the list. */
  readonly next: string | undefined
}

/** The same connector, with checks and inventories that report how they read lists. */
export function noteCalls(connector: AnyConnector, note: (call: ReadCall) => void): AnyConnector {
  return {
    ...connector,
    checks: connector.checks.map((check) => ({
      ...check,
      run: (ctx) => check.run(createNotingContext(ctx, note)),
    })),
    inventories: connector.inventories.map((inventory) => ({
      ...inventory,
      list: (ctx) => inventory.list(createNotingContext(ctx, note)),
    })),
  }
}

type ReadingCall = 'fetch' | 'get' | 'paginate' | 'post'

interface NotedCall {
  readonly partial?: unknown
  readonly notMore?: unknown
  readonly next?: unknown
}

/** The same context, which reports. */
function createNotingContext<Context extends ReadingContext>(ctx: Context, note: (call: ReadCall) => void): Context {
  const noting = (name: ReadingCall) => {
    const call = ctx[name] as (path: string | URL | Request, options?: NotedCall) => unknown
    return (path: string | URL | Request, options?: NotedCall) => {
      const asked = path instanceof Request ? path.url : String(path)
      const isPart = options?.partial !== undefined || options?.notMore !== undefined
      note({ path: asked.replace(/[?#].*$/s, ''), isPart, next: findNextMember(options?.next) })
      return call.call(ctx, path, options)
    }
  }
  const names: readonly ReadingCall[] = ['fetch', 'get', 'paginate', 'post']
  const calls = names.map((name) => [name, { value: noting(name), enumerable: true }] as const)
  return Object.create(ctx, Object.fromEntries(calls))
}

function findNextMember(next: unknown): string | undefined {
  if (typeof next !== 'object' || next === null) return undefined
  const { cursor, url } = next as { readonly cursor?: unknown; readonly url?: unknown }
  return typeof cursor === 'string' ? cursor : typeof url === 'string' ? url : undefined
}
