import { CheckwrightError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { demandOrganization, withRuntime } from '../open-runtime.ts'
import { type LogLevel, loggerOn } from '../output/logger.ts'
import type { Terminal } from '../output/terminal.ts'
import { type HttpServer, listen } from '../serve-http.ts'
import { aborted, servedConnectors } from '../served-connectors.ts'

export interface ServeOptions extends GlobalOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly trustedProxy?: readonly string[] | undefined
  /** Files of connectors beside the shipped ones. */
  readonly connector?: readonly string[] | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  readonly logLevel: LogLevel
  /** 'pg-boss' leaves the runs to workers. */
  readonly engine: 'local' | 'pg-boss'
}

/** Service managers wait for 10 to 90 seconds before they kill. */
const graceMs = 8_000

/** Serves the HTTP API until it is asked to stop; requests that are under way are answered first. */
export async function serve(options: ServeOptions, { terminal, interrupt }: Context): Promise<ExitCode> {
  const connectors = await servedConnectors(options.connector)
  return interrupt.handled(async (signal) => {
    const server = await listen({ host: options.host, port: options.port })
    try {
      const publicUrl = options.publicUrl ?? server.url
      const { allowPrivateNetwork, engine } = options
      const logger = await loggerOn(terminal, options.logLevel)
      const use = {
        ...{ connectors, publicUrl, allowPrivateNetwork, logger, engine },
        worker: engine === 'local',
        closing: { graceMs, unfinished: 'hand back' },
      } as const
      await withRuntime(options, terminal, use, async (runtime) => {
        const { createHost } = await import('../../web/create-host.ts')
        const organizationId = await shownOrganization(() => demandOrganization(runtime, options))
        const trustedProxies = options.trustedProxy
        server.answer(createHost({ runtime, trustedProxies, logger }).fetch)
        announce(server, publicUrl, organizationId, options, terminal)
        await aborted(signal)
        // Before the runtime goes: what is being answered needs it.
        await server.close()
      })
    } finally {
      await server.close()
    }
    return exitCodes.fine
  })
}

/** A server is for all organizations: that there are several and none is named is no reason not to start. */
async function shownOrganization(demanded: () => Promise<string>): Promise<string | null> {
  try {
    return await demanded()
  } catch (error) {
    if (error instanceof CheckwrightError && error.code === 'CLI_USAGE') return null
    throw error
  }
}

function announce(
  { url }: HttpServer,
  publicUrl: string,
  organizationId: string | null,
  { json }: ServeOptions,
  { out }: Terminal,
): void {
  // One line, for the program that waits for it. There are no pages to sign in to yet.
  if (json) {
    out.line(JSON.stringify({ url, signInUrl: null, organizationId }))
    return
  }
  out.line(`Checkwright listens on ${url}`)
  out.line(`  API document      ${publicUrl}/v1/openapi.json`)
  out.line(`  OAuth redirect    ${publicUrl}/v1/integrations/oauth/callback`)
  out.line('  Make an API key:  checkwright api-key create')
}
