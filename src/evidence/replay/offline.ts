import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** What some work came to, and where it reached beside its context. */
export interface Offline<T> {
  readonly value: T
  /** In short, each once: `connect to api.acme.example:443`, `look up a name`. */
  readonly reached: readonly string[]
}

/**
 * Runs work that must be answered from a record alone. Connections that it opens by itself (`fetch`, a vendor's SDK, a
 * library of its own) are refused. Whatever it reaches for is told too, because work that overlooks the refusal, or does
 * not need a new connection, would come to something that the record did not lead to. Other work in this process goes on.
 */
export async function runOffline<T>(work: () => Promise<T>): Promise<Offline<T>> {
  install()
  const reached = new Set<string>()
  if (watching++ === 0) watcher.enable()
  try {
    const value = await scopes.run(reached, work)
    // What the work began without waiting for it has had its turn.
    await setImmediate()
    return { value, reached: [...reached] }
  } finally {
    if (--watching === 0) watcher.disable()
  }
}

/** Refuses new connections of the whole process while something runs that reaches for the vendor by its context alone. */
export async function blockNetwork<T>(work: () => Promise<T>): Promise<T> {
  install()
  closed++
  try {
    return await work()
  } finally {
    closed--
  }
}

const scopes = new AsyncLocalStorage<Set<string>>()
let watching = 0
let closed = 0
let isInstalled = false

/** Once and for good: work that outlives its replay is refused too, and nobody else notices. */
function install(): void {
  if (isInstalled) return
  isInstalled = true
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const reached = scopes.getStore()
    reached?.add(`connect to ${findPlace(args)}`)
    if (!reached && closed === 0) return Reflect.apply(connect, this, args)
    throw new Error('A recorded check reached for the network. Ask by ctx, which is answered from the recording.')
  }
  // On a connection that was open before, nothing is connected.
  for (const channel of ['undici:request:create', 'http.client.request.created', 'http.client.request.start'])
    subscribe(channel, () => scopes.getStore()?.add('send a request'))
}

/** What Node begins in its own code, by which the network is reached without a socket of ours, or by another process. */
const reaches: Readonly<Record<string, string>> = {
  GETADDRINFOREQWRAP: 'look up a name',
  GETNAMEINFOREQWRAP: 'look up a name',
  QUERYWRAP: 'look up a name',
  UDPSENDWRAP: 'send a datagram',
  HTTP2STREAM: 'send a request',
  PROCESSWRAP: 'start a process',
  WORKER: 'start a thread',
}

const watcher = createHook({
  init: (_id, type) => {
    const what = reaches[type]
    if (what !== undefined) scopes.getStore()?.add(what)
  },
})

/** Host and port, or the path of a local socket; never more, because a URL may hold a secret. */
function findPlace([first]: readonly unknown[]): string {
  // Node's own callers hand over what they have made of their arguments.
  const given: unknown = Array.isArray(first) ? first[0] : first
  if (typeof given !== 'object' || given === null) return `port ${String(given)}`
  const { host, port, path } = given as { readonly host?: string; readonly port?: number; readonly path?: string }
  return path ?? `${host ?? 'localhost'}:${port ?? ''}`
}
