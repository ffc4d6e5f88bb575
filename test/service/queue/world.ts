import { onTestFinished } from 'vitest'
import type { AnyConnector } from '../../../src/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'

export interface World {
  readonly runtime: Runtime
  readonly connectionIds: readonly string[]
  readonly options: RuntimeOptions
}

/** A runtime with that many connections in the organization `acme`. */
export async function openWorldWith(
  given: Partial<RuntimeOptions> & { readonly store: string; readonly connectors: readonly AnyConnector[] },
  connections: number,
): Promise<World> {
  const options: RuntimeOptions = {
    keys: makeKeyText(),
    publicUrl: 'https://checks.example.com',
    allowPrivateNetwork: true,
    ...given,
  }
  const runtime = await openRuntime(options)
  if (!(await runtime.organizations.get('acme'))) await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const connectionIds: string[] = []
  for (let n = 0; n < connections; n++) {
    const connector = options.connectors[0]?.id ?? ''
    const made = await runtime.connections.create({
      connector,
      organizationId: 'acme',
      credentials: { api_key: `key-of-${n}-1234567890` },
    })
    connectionIds.push(made.id)
  }
  return { runtime, connectionIds, options }
}

/** Closed with the test. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const runtime = await createRuntime(options)
  onTestFinished(() => runtime.close())
  return runtime
}

export async function waitUntil(isSo: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`not so after ${timeoutMs} ms: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
