import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** The outcome of some work, and its connections outside its context. */
export interface Offline<T> {
  readonly value: T
  /** Shortened, each once: `connect to api.acme.example:443`, `look up a name`. */
  readonly reached: readonly string[]
}

/**
 * Runs work that may only use recorded answers. Connections that it opens by itself (`fetch`, a vendor's SDK, another
 * library) are refused. All of them are also reported, because work that ignores the refusal, or uses an open
 * connection, would reach an outcome that does not follow from the record. Other work in this process continues.
 */
export async function runOffline<T>(work: () => Promise<T>): Promise<Offline<T>> {
  install()
  const reached = new Set<string>()
  if (watching++ === 0) watcher.enable()
  try {
    const value = await scopes.run(reached, work)
    // Work that was started without waiting has had its turn.
    await setImmediate()
    return { value, reached: [...reached] }
  } finally {
    if (--watching === 0) watcher.disable()
  }
}

/** Refuses new connections of the whole process while work runs that must use its context. */
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

/** Installed once and not removed: work that outlives its replay is refused too, and nobody else notices. */
function install(): void {
  if (isInstalled) return
  isInstalled = true
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const reached = scopes.getStore()
    reached?.add(`connect to ${formatTarget(args)}`)
    if (!reached && closed === 0) return Reflect.apply(connect, this, args)
    throw new Error(
      'A recorded check tried to use the network. Send every request through ctx, which answers from the recording.',
    )
  }
  // If a connection is already open, there is no connect.
  for (const channel of ['undici:request:create', 'http.client.request.created', 'http.client.request.start'])
    subscribe(channel, () => scopes.getStore()?.add('send a request'))
}

/** Node's own calls that reach the network without a socket of ours, or through another process. */
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

/** Host and port, or the path of a local socket; no more, because a URL may contain a secret. */
function formatTarget([first]: readonly unknown[]): string {
  // Node's own callers pass normalised arguments.
  const target: unknown = Array.isArray(first) ? first[0] : first
  if (typeof target !== 'object' || target === null) return `port ${String(target)}`
  const { host, port, path } = target as { readonly host?: string; readonly port?: number; readonly path?: string }
  return path ?? `${host ?? 'localhost'}:${port ?? ''}`
}
