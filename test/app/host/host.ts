import { bindingCookie, createHost, type HostOptions } from '../../../src/app/host/index.ts'
import { authorizeHeadlessly } from '../../../src/author/testing/index.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createRecordingLogger, type LogLine } from '../../things/runtime/log.ts'
import { openAcmeRuntime, type Servers } from '../../things/runtime/world.ts'

/** A host over Acme, and a browser's way through it. */
export async function openAcmeHost(world: Servers, options: Partial<RuntimeOptions> = {}) {
  const { runtime } = await openAcmeRuntime(world, options)
  const logger = createRecordingLogger()
  const host = createHost({ runtime, logger } satisfies HostOptions)
  const start = async (request: { readonly returnTo?: string } = {}) => {
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme', ...request })
    const cookie = bindingCookie(runtime, binding).split(';')[0] ?? ''
    return { url, cookie, callback: () => authorizeHeadlessly(url) }
  }
  const get = (url: string, headers: Record<string, string> = {}) => host.fetch(new Request(url, { headers }))
  return { runtime, host, start, get, lines: logger.lines as readonly LogLine[] }
}
