import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckContext } from 'checkwright'
import type { RunChecksOptions } from 'checkwright/runtime'
import type { Asker, Connection, Item, Limits, OpenPeer, OpenPeerWith, PeerOptions, Work } from '../peer.ts'

type Authoring = typeof import('checkwright')
type Runtime = typeof import('checkwright/runtime')

export interface Built extends Pick<Authoring, 'defineConnector'>, Pick<Runtime, 'createRuntime' | 'runChecks'> {}

/** One `runChecks` for each connection, without a store; each opens and closes its own pool. */
export const open: OpenPeerWith = async (options) => openWith(await load(options), options, () => ({}))

export async function load({ packageFolder }: Pick<PeerOptions, 'packageFolder'>): Promise<Built> {
  const entry = (path: string) => pathToFileURL(join(packageFolder, 'dist', path)).href
  const authoring: Authoring = await import(entry('index.js'))
  const runtime: Runtime = await import(entry('runtime/index.js'))
  return {
    defineConnector: authoring.defineConnector,
    createRuntime: runtime.createRuntime,
    runChecks: runtime.runChecks,
  }
}

export function openWith(
  { defineConnector, runChecks }: Built,
  { origin, limits, checks }: PeerOptions,
  more: (connection: Connection) => Partial<RunChecksOptions>,
): OpenPeer {
  const worklist = new Worklist()
  const connector = benchConnector(defineConnector, { origin, limits, checks, worklist })
  return {
    async connect(connection, works) {
      const { token } = connection
      worklist.set(token, works)
      const result = await runChecks(connector, {
        credentials: { api_key: token },
        allowPrivateNetwork: true,
        ...more(connection),
      })
      expectPass(result)
      worklist.delete(token)
    },
    close: async () => {},
  }
}

/** The work of a connection's checks, by its token. */
export class Worklist extends Map<Connection['token'], readonly Work[]> {}

/** A connector whose checks run the worklist, because `ctx` exists only in a check. */
export function benchConnector(
  defineConnector: Authoring['defineConnector'],
  {
    origin,
    limits,
    checks,
    worklist,
  }: { origin: string; limits: Limits; checks: number; worklist: ReadonlyMap<string, readonly Work[]> },
) {
  const connector = defineConnector({
    id: 'bench',
    name: 'Bench',
    baseUrl: origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'authorization', prefix: 'Bearer ' } },
    limits,
  })
  const numbers = Array.from({ length: checks }, (_, index) => index)
  return connector.with(
    ...numbers.map((index) =>
      connector.check({
        id: `work-${index}`,
        title: 'The vendor answers',
        onEmpty: 'pass',
        async run(ctx) {
          const work = worklist.get(ctx.credentials.api_key)?.[index]
          if (!work) throw new TypeError(`There is no work ${index} for this connection.`)
          await work(askerOf(ctx))
        },
      }),
    ),
  )
}

/** Only a pass proves that everything was requested and answered. */
export function expectPass({ checks }: Awaited<ReturnType<Runtime['runChecks']>>): void {
  for (const { status, error } of checks)
    if (status !== 'pass') throw new Error(`A check ended as ${status}: ${error?.message}`)
}

function askerOf(ctx: Pick<CheckContext, 'get' | 'paginate' | 'each' | 'pass'>): Asker {
  return {
    get: (path) => ctx.get(path),
    list: (path) => ctx.paginate<Item>(path, { next: 'link' }),
    each: (items, work) => ctx.each(items, work),
    verdict: (id, fact) =>
      ctx.pass({ resource: { type: 'repository', id }, title: 'It is protected', evidence: { fact } }),
  }
}
