import { demandNode } from '../parts/least-node.ts'
import type { RuntimeOptions } from '../parts/runtime-options.ts'
import type { Runtime } from './runtime.ts'

/**
 * Opens the store and the keys, and creates the runtime that a host needs. Close it when done.
 * @throws StoreError when the store cannot be opened; CheckwrightError `KEYS_INVALID` or `KEYS_MISSING`
 * @example
 * const runtime = await createRuntime({ connectors: [acme], store: 'sqlite:./data/checkwright.db', publicUrl: 'https://checks.example.com' })
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  // Before anything else: an older Node.js lacks what those modules import.
  demandNode()
  // Loaded only now, because whoever calls runChecks needs neither a store nor its services.
  const runtime = await import('./create-runtime.ts')
  return runtime.createRuntime(options)
}
