import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createReplacingFetch } from '../../src/author/testing/vendor/replacing-fetch.ts'
import type { HostFetch } from '../../src/http/transport/transport-options.ts'
import { omitUndefined } from '../../src/text/omit-undefined.ts'
import { release, spawnWatched } from '../setup/spawn-watched.ts'

/** A vendor's product itself, out of an npm package, in a process of its own on this machine. */
export interface Product extends AsyncDisposable {
  readonly origin: string
  /** Asks the product in place of the host that a connector was given. */
  readonly fetch: HostFetch
  /** What a connector has to know of it. */
  readonly credentials: Readonly<Record<string, string>>
  /** A request of its own API, as an administrator. @throws Error with its answer unless that is good */
  readonly call: (method: string, path: string, body?: object) => Promise<unknown>
}

export interface ProcessOptions {
  /** File that node executes. */
  readonly file: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly origin: string
  /** Path that answers 200 as soon as the product is ready. */
  readonly readyPath: string
}

/** Starts a product and waits until it is ready. It ends with this process at the latest. */
export async function startProcess({
  file,
  args = [],
  env,
  origin,
  readyPath,
}: ProcessOptions): Promise<Pick<Product, 'origin' | 'fetch' | typeof Symbol.asyncDispose>> {
  const { PATH = '' } = process.env
  const server = spawnWatched(process.execPath, [file, ...args], { env: { PATH, ...env }, endSignal: 'KILL' })
  let said = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 10_000) said += text
  })
  const ended = once(server, 'exit')
  const isReady = async () => (await fetch(`${origin}${readyPath}`).catch(() => undefined))?.ok === true
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`${file} ended with ${server.exitCode}: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  release(server)
  return {
    origin,
    fetch: createReplacingFetch(origin),
    [Symbol.asyncDispose]: async () => {
      server.ref()
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** Sends JSON and reads JSON. @throws Error with the answer unless it is good */
export async function askJson(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: object | undefined } = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: omitUndefined({ accept: 'application/json', 'content-type': body && 'application/json', ...headers }),
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Files of a package that no types describe. */
export const requireFromHere = createRequire(import.meta.url)
